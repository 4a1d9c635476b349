import { eq } from 'drizzle-orm';
import { toString as drawQr } from 'qrcode';
import { type Locale, localePrefix } from '#/contract/kernel/locale.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/** Returns the link to the sign-up with the player's code filled in, and its QR code as SVG (C7). */
export async function invitation(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  accountId: number,
  locale: Locale,
): Promise<{ link: string; QRImage: string }> {
  const [account] = await db
    .select({ code: accounts.userPromoCode })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account) fail('sessionRequired');
  const link = `${config.publicUrl}${localePrefix(locale)}/auth?register&promo=${account.code}`;
  return { link, QRImage: await drawQr(link, { type: 'svg', margin: 1 }) };
}
