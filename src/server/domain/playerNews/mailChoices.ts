import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  DEFAULT_MAIL_CHOICES,
  type MailChoice,
  type MailChoiceBody,
  type MailChoicesReply,
  MAILED_KINDS,
  type MailedKind,
} from '#/contract/kernel/playerNews.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { mailChoices, playerNews } from '#/server/platform/db/tables/playerNews.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';

/** How each kind of news is mailed to a player (C16). */
export async function readMailChoices(
  db: NodePgDatabase,
  accountId: number,
): Promise<Record<MailedKind, MailChoice>> {
  const rows = await db
    .select({ kind: mailChoices.kind, choice: mailChoices.choice })
    .from(mailChoices)
    .where(eq(mailChoices.accountId, accountId));
  return {
    ...DEFAULT_MAIL_CHOICES,
    ...Object.fromEntries(rows.map(({ kind, choice }) => [kind, choice])),
  };
}

/** The choice of every kind, as the settings show it (C16). */
export async function listMailChoices(db: NodePgDatabase, accountId: number): Promise<MailChoicesReply> {
  const chosen = await readMailChoices(db, accountId);
  return { choices: MAILED_KINDS.map((kind) => ({ kind, choice: chosen[kind] })) };
}

/** Saves a choice of the settings (C16). */
export async function chooseMail(
  deps: Deps,
  accountId: number,
  { kind, choice }: MailChoiceBody,
): Promise<MailChoicesReply> {
  return withTx(deps.pool, async (tx) => {
    await lockAccount(tx, eq(accounts.id, accountId));
    await storeChoices(tx, deps, accountId, { kinds: [kind], choice, by: 'settings' });
    return listMailChoices(tx, accountId);
  });
}

interface NewChoice {
  kinds: readonly MailedKind[];
  choice: MailChoice;
  by: 'settings' | 'link';
}

/**
 * Stores choices with their proof, and changes when waiting news is mailed. A choice that is in force already changes
 * nothing. Requires `lockAccount`.
 */
export async function storeChoices(
  tx: NodePgDatabase,
  { now }: Pick<Deps, 'now'>,
  accountId: number,
  { kinds, choice, by }: NewChoice,
): Promise<void> {
  const known = await readMailChoices(tx, accountId);
  const changedAt = now();
  for (const kind of kinds.filter((one) => known[one] !== choice)) {
    await tx
      .insert(mailChoices)
      .values({ accountId, kind, choice, changedAt })
      .onConflictDoUpdate({
        target: [mailChoices.accountId, mailChoices.kind],
        set: { choice, changedAt },
      });
    await tx
      .update(playerNews)
      .set({ mailAt: sql`news_mail_at(${playerNews.accountId}, ${playerNews.kind}, ${playerNews.at})` })
      .where(
        and(eq(playerNews.accountId, accountId), eq(playerNews.kind, kind), isNotNull(playerNews.mailAt)),
      );
    await writeAudit(
      tx,
      { now },
      {
        accountId,
        actor: 'player',
        event: 'mailChosen',
        detail: { kind, choice, by },
      },
    );
  }
}
