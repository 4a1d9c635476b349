import { and, desc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { SessionsReply } from '#/contract/cabinet.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { knownDevices, sessions } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { deviceName } from '#/server/domain/accounts/access/deviceName.ts';
import { endTrust, trustedDevicesOf } from '#/server/domain/accounts/access/devices.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { endSessionsOf, whereLive, lockCaller } from '#/server/domain/accounts/access/liveSessions.ts';
import type { SessionAccount } from '#/server/domain/accounts/access/session.ts';

/** Lists the player's sessions, this session first, then the others, the newest first; and the trusted devices (A11). */
export async function listSessions(
  deps: Deps,
  request: FastifyRequest,
  { id, sessionId }: SessionAccount,
): Promise<SessionsReply> {
  const live = await deps.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, id), whereLive(deps.now())))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.id));
  return {
    sessions: live.map(({ id: liveId, userAgent, address, createdAt, lastSeenAt }) => ({
      id: liveId,
      isCurrent: liveId === sessionId,
      device: deviceName(userAgent),
      address,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    trustedDevices: await trustedDevicesOf(deps, request, id),
  };
}

/**
 * Ends one session of the player. Its browser is no trusted device any longer.
 * @throws AppError notFound if it is not alive or belongs to another player
 */
export async function endOwnSession(
  deps: Deps,
  caller: SessionAccount,
  sessionId: number,
): Promise<{ ended: number }> {
  const accountId = caller.id;
  await withTx(deps.pool, async (tx) => {
    await lockCaller(tx, deps, caller);
    const now = deps.now();
    const ended = await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId), whereLive(now)))
      .returning({ id: sessions.id });
    if (ended.length === 0) fail('notFound');
    await endTrust(tx, deps, accountId, eq(knownDevices.sessionId, sessionId));
    const detail = { session: sessionId };
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'sessionEnded', detail });
  });
  return { ended: 1 };
}

/** Ends every session of the player except the calling one. */
export async function endOtherSessions(deps: Deps, caller: SessionAccount): Promise<{ ended: number }> {
  const { id, sessionId } = caller;
  const ended = await withTx(deps.pool, async (tx) => {
    // locks the account, so that sign-ins come before or after, and two sessions cannot end each other
    await lockCaller(tx, deps, caller);
    const count = await endSessionsOf(tx, deps, id, sessionId);
    if (count > 0)
      await writeAudit(tx, deps, {
        accountId: id,
        actor: 'player',
        event: 'otherSessionsEnded',
        detail: { ended: count },
      });
    return count;
  });
  return { ended };
}

/**
 * Ends the trust in one device, which is asked for a code at its next sign-in (A11).
 * @throws AppError notFound if it is not trusted or belongs to another player
 */
export async function endOwnTrust(
  deps: Deps,
  caller: SessionAccount,
  deviceId: number,
): Promise<{ ended: number }> {
  const accountId = caller.id;
  return withTx(deps.pool, async (tx) => {
    await lockCaller(tx, deps, caller);
    const ended = await endTrust(tx, deps, accountId, eq(knownDevices.id, deviceId));
    if (ended === 0) fail('notFound');
    await writeAudit(tx, deps, { accountId, actor: 'player', event: 'deviceTrustEnded' });
    return { ended };
  });
}
