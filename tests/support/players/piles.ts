import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';
import { reason } from '#/contract/operator/people/people.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import { operatorAct } from '#/server/areas/operator/calls/operatorAct.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { createTestApp, type TestApp } from '../app/testApp.ts';
import type { TestOperator } from '../desks/operators.ts';

/** An act of the tests that has limits: puts coins on a pile; 500 a day by support, 5000 by a manager. */
const addCoins = {
  method: 'POST',
  path: '/api/operator/v1/piles',
  needs: 'players.grant',
  act: true,
  body: z.strictObject({ pile: z.int(), coins: z.int(), version: z.optional(z.int()), reason }),
  reply: z.object({ coins: z.int() }),
} as const;

type Coins = Omit<z.output<typeof addCoins.body>, 'reason'>;

async function add(tx: NodePgDatabase, { pile, coins: amount, version: seen }: Coins) {
  const { rows } = await tx.execute<{ coins: number; version: number }>(
    sql`UPDATE piles SET coins = coins + ${amount}, version = version + 1 WHERE id = ${pile}
        RETURNING coins, version - 1 AS version`,
  );
  const { coins, version } = rows[0]!;
  if (seen !== undefined && seen !== version) fail('operatorChanged');
  return {
    reply: { coins },
    target: { type: 'pile', id: String(pile), version },
    before: { coins: coins - amount },
    after: { coins },
    amount,
  };
}

/** Starts a site with piles of coins. */
export async function createSiteWithPiles(): Promise<TestApp> {
  const site = await createTestApp({
    serveMore: (app, deps) =>
      operatorAct(app, deps, addCoins, 'coinsGranted', (tx, { body }) => add(tx, body)),
  });
  await site.pool.query(
    'CREATE TABLE piles (id int PRIMARY KEY, coins int NOT NULL DEFAULT 0, version int NOT NULL DEFAULT 1)',
  );
  return site;
}

/** A pile of coins on which operators put more. */
export class Pile {
  private readonly site: TestApp;
  private readonly id: number;

  private constructor(site: TestApp, id: number) {
    this.site = site;
    this.id = id;
  }

  static async create(site: TestApp): Promise<Pile> {
    const { rows } = await site.pool.query<{ id: number }>(
      'INSERT INTO piles (id) SELECT count(*) FROM piles RETURNING id',
    );
    return new Pile(site, rows[0]!.id);
  }

  give(
    by: TestOperator,
    coins: number,
    more: { key?: string; suffix?: '/preview'; version?: number } = {},
  ): Promise<LightMyRequestResponse> {
    const { key, suffix, version } = more;
    return by.browser.call(addCoins, {
      body: { pile: this.id, coins, reason: 'won the event', ...(version && { version }) },
      ...(suffix && { suffix }),
      ...(key && { headers: { [IDEMPOTENCY_HEADER]: key } }),
    });
  }

  async coins(): Promise<number> {
    const { rows } = await this.site.pool.query('SELECT coins FROM piles WHERE id = $1', [this.id]);
    return rows[0].coins;
  }
}
