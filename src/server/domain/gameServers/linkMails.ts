import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import { issueEmailToken } from '#/server/domain/accounts/emailTokens.ts';
import { queueSecurityMail } from '#/server/domain/accounts/securityMails.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { GameLinkRow } from './links.ts';

type MailDeps = Pick<Deps, 'now' | 'randomBytes' | 'secretKey'>;

/** Returns the character's name of a link; without one, the game's own name of the player. */
export const characterOf = ({ characterName, character, player }: GameLinkRow): string =>
  characterName ?? character ?? player;

/** Mails that a player of the game was tied to the account, with the link that confirms it (D15, D16). */
export async function mailLinked(
  tx: NodePgDatabase,
  deps: MailDeps,
  account: LockedAccount,
  link: GameLinkRow,
): Promise<void> {
  const { id: accountId, email } = account;
  const token = await issueEmailToken(tx, deps, { accountId, purpose: 'gameLink', email });
  const facts = await factsOf(tx, account, link);
  await queueSecurityMail(tx, deps, account, `gameLinked:${link.id}`, 'gameLinked', { ...facts, token });
}

/** Mails that a link has ended, if one has. */
export async function mailUnlinked(
  tx: NodePgDatabase,
  deps: MailDeps,
  account: LockedAccount,
  link: GameLinkRow | undefined,
): Promise<void> {
  if (!link) return;
  const facts = await factsOf(tx, account, link);
  await queueSecurityMail(tx, deps, account, `gameUnlinked:${link.id}`, 'gameUnlinked', {
    ...facts,
    at: deps.now().toISOString(),
  });
}

async function factsOf(tx: NodePgDatabase, { serverKey, locale }: LockedAccount, link: GameLinkRow) {
  const [server] = await tx.select().from(servers).where(eq(servers.key, serverKey));
  return { character: characterOf(link), server: server?.names[locale] ?? serverKey };
}
