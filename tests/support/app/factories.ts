import { createHash, randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { createAccount } from '#/server/areas/auth/createAccount.ts';
import { grantCases } from '#/server/domain/ledger/grantCases.ts';
import { sessions } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import type { TestApp } from './testApp.ts';

export const PASSWORD = 'Kopiyka-49-tram';
/** The captcha of the tests accepts any token. */
export const CAPTCHA = 'a-person';

export interface Player {
  accountId: number;
  /** A bearer that works alone. */
  token: string;
  headers: { authorization: string };
}

let playersMade = 0;

/**
 * Creates a player with a live session and some cases in stock, directly in the database, because a sign-up is slow.
 * @param stock pieces by case id
 */
export async function createPlayer(deps: Deps, stock: Record<number, number> = {}): Promise<Player> {
  const token = randomBytes(32).toString('base64url');
  const now = deps.now();
  const accountId = await withTx(deps.pool, async (tx) => {
    const login = `player${++playersMade}`;
    const account = { serverKey: 'everest', login, email: `${login}@example.org`, passwordHash: 'none' };
    const id = await createAccount(tx, deps, account);
    if (!id) throw new Error(`${login} exists already`);
    await tx.insert(sessions).values({
      accountId: id,
      kind: 'bearer',
      tokenHash: createHash('sha256').update(token).digest(),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + 24 * 3600 * 1000),
    });
    for (const [caseId, count] of Object.entries(stock))
      await grantCases(tx, {
        accountId: id,
        caseId: Number(caseId),
        count,
        reason: 'gift',
        refType: 'test',
        refId: `${id}`,
      });
    return id;
  });
  return { accountId, token, headers: { authorization: `Bearer ${token}` } };
}

/** Opens a case as the player, under a key if one is given. */
export function open(
  app: TestApp,
  player: Player,
  body: object,
  key?: string,
): Promise<LightMyRequestResponse> {
  const headers = { ...player.headers, ...(key && { [IDEMPOTENCY_HEADER]: key }) };
  return app.post('/api/v1/cases/open/', body, headers);
}

export function signUpForm(login: string, changes: object = {}): Record<string, string> {
  return {
    server: 'everest',
    login,
    email: `${login.toLowerCase()}@example.org`,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    captcha: CAPTCHA,
    ...changes,
  };
}

/** Counts the answers by their status. */
export function countByStatus(replies: readonly LightMyRequestResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}
