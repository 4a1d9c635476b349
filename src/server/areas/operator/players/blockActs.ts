import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as z from 'zod/mini';
import type { BlockScope } from '#/contract/kernel/blocks.ts';
import {
  BLOCK_DAYS_MAX,
  type BlockEnd,
  type blockPlayerBody,
  type blockReply,
} from '#/contract/operator/playerActs.ts';
import {
  blocksInForce,
  type BlockRow,
  liftBlocks,
  setBlock,
} from '#/server/domain/accounts/access/blocks.ts';
import type { LockedAccount } from '#/server/domain/accounts/accountLock.ts';
import type { ActOutcome } from '#/server/domain/operators/act.ts';
import { accountBlocks } from '#/server/platform/db/tables/accounts.ts';
import { deliveries } from '#/server/platform/db/tables/deliveries.ts';
import { orders } from '#/server/platform/db/tables/orders.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { type MailVariables, queueMail } from '#/server/platform/mail/mails.ts';
import { lockPlayer, playerTarget } from './playerStanding.ts';

type Clock = Pick<Deps, 'now'>;
type Done = ActOutcome<z.infer<typeof blockReply>>;

const DAY_MS = 24 * 60 * 60_000;
/** Most orders, and most deliveries, that the preview lists. */
const NAMED_MAX = 50;

const untilOf = ({ endsAt }: Pick<BlockRow, 'endsAt'>) => endsAt?.toISOString() ?? 'forGood';
const scopesOf = (blocks: readonly BlockRow[]) => [...new Set(blocks.map(({ scope }) => scope))].toSorted();

/**
 * Number of days until a block ends, rounded up, for the operator's limit. Undefined for a block without an end,
 * which exceeds every limit.
 */
const daysLeft = ({ now }: Clock, endsAt: Date | null): { amount?: number } =>
  endsAt ? { amount: Math.ceil((endsAt.getTime() - now().getTime()) / DAY_MS) } : {};

type BlockMail = 'accountBlocked' | 'accountUnblocked';

/** Mails a player about a block, in their language. */
const tell = <K extends BlockMail>(
  tx: NodePgDatabase,
  deps: Deps,
  { id, email, locale, isVerified }: LockedAccount,
  cause: string,
  mail: { kind: K; variables: MailVariables[K] },
) => queueMail(tx, deps, id, cause, { ...mail, to: email, isConfirmed: isVerified, locale });

interface Blocking extends z.output<typeof blockPlayerBody> {
  playerId: number;
  operatorId: number;
}

/**
 * Blocks one scope of an account until a time, or without an end, and mails the player scope and end (O14). A scope has
 * at most one block by operators at a time.
 * @throws AppError notFound, playerClosed, blockedAlready; badRequest at `end` if it is past or too far away
 */
export async function blockAct(
  tx: NodePgDatabase,
  deps: Deps,
  { playerId, operatorId, scope, end, reason }: Blocking,
): Promise<Done> {
  const account = await lockPlayer(tx, playerId);
  const inForce = await blocksInForce(tx, deps, playerId);
  if (inForce.some((block) => block.scope === scope && block.source === 'operator')) fail('blockedAlready');
  const endsAt = endOf(deps, end);
  const stopped = await stoppedBy(tx, deps, playerId, scope);
  const block = {
    accountId: playerId,
    scope,
    source: 'operator',
    reason,
    endsAt,
    setBy: operatorId,
  } as const;
  const { row, ended } = await setBlock(tx, deps, block);
  await tell(tx, deps, account, `accountBlocked:${row.id}`, {
    kind: 'accountBlocked',
    variables: { login: account.login, scope, until: endsAt?.toISOString() ?? '' },
  });
  return {
    reply: { block: row.id },
    target: playerTarget(playerId),
    before: { blocks: scopesOf(inForce) },
    after: {
      blocks: scopesOf([...inForce, row]),
      blockUntil: untilOf(row),
      ...stopped,
      ...(scope === 'sign-in' && { sessionsEnded: ended }),
    },
    ...daysLeft(deps, endsAt),
  };
}

function endOf({ now }: Clock, end: BlockEnd): Date | null {
  if (end.kind === 'forGood') return null;
  const nowMs = now().getTime();
  if (end.kind === 'days') return new Date(nowMs + end.days * DAY_MS);
  const endsAt = new Date(end.until);
  const isMeant = endsAt.getTime() > nowMs && endsAt.getTime() <= nowMs + BLOCK_DAYS_MAX * DAY_MS;
  return isMeant ? endsAt : fail('badRequest', { errors: { end: 'badRequest' } });
}

/** Finds the things that the block would delay: unpaid orders, or deliveries that the game does not have yet. */
async function stoppedBy(
  tx: NodePgDatabase,
  { now }: Clock,
  accountId: number,
  scope: BlockScope,
): Promise<{ ordersStopped?: string[]; deliveriesStopped?: number[] }> {
  if (scope === 'buy') {
    const whereOpen = and(inArray(orders.state, ['created', 'pending']), gt(orders.expiresAt, now()));
    const rows = await tx
      .select({ id: orders.publicId })
      .from(orders)
      .where(and(eq(orders.accountId, accountId), whereOpen))
      .orderBy(asc(orders.id))
      .limit(NAMED_MAX);
    return { ordersStopped: rows.map(({ id }) => id) };
  }
  if (scope !== 'deliver') return {};
  const rows = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(eq(deliveries.accountId, accountId), eq(deliveries.kind, 'give'), eq(deliveries.state, 'waiting')),
    )
    .orderBy(asc(deliveries.id))
    .limit(NAMED_MAX);
  return { deliveriesStopped: rows.map(({ id }) => id) };
}

/**
 * Lifts a block before its end, and mails the player unless another block still stops the same (O14). A player's own
 * block cannot be lifted.
 * @throws AppError notFound, playerClosed, blockEnded, blockOfPlayer
 */
export async function liftAct(
  tx: NodePgDatabase,
  deps: Deps,
  { playerId, blockId, operatorId }: { playerId: number; blockId: number; operatorId: number },
): Promise<Done> {
  const account = await lockPlayer(tx, playerId);
  const byIdAndPlayer = and(eq(accountBlocks.id, blockId), eq(accountBlocks.accountId, playerId))!;
  if ((await tx.$count(accountBlocks, byIdAndPlayer)) === 0) fail('notFound');
  const inForce = await blocksInForce(tx, deps, playerId);
  const block = inForce.find(({ id }) => id === blockId) ?? fail('blockEnded');
  if (block.source === 'player') fail('blockOfPlayer');
  await liftBlocks(tx, deps, byIdAndPlayer, operatorId);
  const { scope } = block;
  if (!inForce.some((other) => other.scope === scope && other.id !== blockId))
    await tell(tx, deps, account, `accountUnblocked:${blockId}`, {
      kind: 'accountUnblocked',
      variables: { login: account.login, scope },
    });
  return {
    reply: { block: blockId },
    target: playerTarget(playerId),
    before: { blocks: scopesOf(inForce), blockUntil: untilOf(block) },
    after: { blocks: scopesOf(inForce.filter(({ id }) => id !== blockId)), blockLifted: block.scope },
    ...daysLeft(deps, block.endsAt),
  };
}
