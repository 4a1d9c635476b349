import { createHash } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import type { Locale } from '#/contract/locale.ts';
import type { Deps } from './deps.ts';
import { deviceName } from './deviceName.ts';
import { isKnownDevice, placeOf } from './devices.ts';
import { queueMail } from './mails.ts';

interface Recipient {
  id: number;
  login: string;
  email: string;
  locale: Locale;
  isVerified: boolean;
}

/**
 * Mails the player that somebody signed in from a browser that is new to the account: once a day for each place, and
 * to an address that nobody has confirmed once a day at all, as it may be a stranger's.
 */
export async function noticeSignIn(
  tx: NodePgDatabase,
  deps: Deps,
  request: FastifyRequest,
  { id, login, email, locale, isVerified }: Recipient,
): Promise<void> {
  if (await isKnownDevice({ ...deps, db: tx }, request, id)) return;
  const at = deps.now().toISOString();
  const { userAgent, address } = placeOf(request);
  const place = isVerified ? createHash('sha256').update(`${address}|${userAgent}`).digest('hex') : 'any';
  await queueMail(tx, deps, id, `newSignIn:${id}:${at.slice(0, 10)}:${place}`, {
    kind: 'newSignIn',
    to: email,
    locale,
    variables: { login, device: deviceName(userAgent), address, at },
  });
}
