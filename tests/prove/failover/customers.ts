import { createHash } from 'node:crypto';
import { hashPassword } from '#/server/domain/accounts/password.ts';
import { onlyKey } from '#/server/platform/config/secretKey.ts';
import { createPlayer, PASSWORD, type Player } from '../../support/app/factories.ts';
import type { TestDatabase } from '../../support/app/postgres.ts';
import { createTestApp } from '../../support/app/testApp.ts';
import { giveCoins } from '../../support/players/shopping.ts';
import { SITE_SECRET } from './sites.ts';

export const START_COINS = 1_000_000;
/** Three for each process. */
const CUSTOMERS = 9;

/** An effect that was sent under a key and is not acknowledged yet. */
export interface Unanswered {
  key: string;
  /** The coupon, for an exchange. */
  coupon?: number;
}

/** A customer, with all that the site has acknowledged to them. */
export interface Customer {
  at: number;
  player: Player;
  login: string;
  /** Orders by the key of their purchase. */
  bought: Map<string, string>;
  /** Coupons by the key of their opening. */
  opened: Map<string, { id: number; isSwapAvailable: boolean }>;
  /** Coins by the key of an exchange, with its coupon. */
  exchanged: Map<string, { coupon: number; paid: number }>;
  /** Orders that were paid. */
  paid: string[];
  /** Bearers of sign-ins. */
  tokens: string[];
  unanswered: { buy?: Unanswered; open?: Unanswered; exchange?: Unanswered };
  /** Cookie of a cart, then an order with the page of its payment. */
  cart?: string;
  order?: { id: string; page: string };
  serial: number;
}

/** Makes a database with the test catalogue and its customers. @returns its name */
export async function makeCustomers(
  database: Pick<TestDatabase, 'adminUrl' | 'templates'>,
): Promise<{ customers: Customer[]; database: string }> {
  const site = await createTestApp({}, database);
  // the same site as the processes: its secret, and the time of day
  site.deps.secretKey = onlyKey(createHash('sha256').update(SITE_SECRET).digest());
  site.deps.now = () => new Date();
  const passwordHash = await hashPassword(PASSWORD);
  const customers: Customer[] = [];
  for (let at = 0; at < CUSTOMERS; at++) {
    const player = await createPlayer(site.deps);
    await giveCoins(site, player.accountId, START_COINS);
    const { rows } = await site.pool.query<{ login: string }>(
      'UPDATE accounts SET password_hash = $2 WHERE id = $1 RETURNING login',
      [player.accountId, passwordHash],
    );
    customers.push({
      at,
      player,
      login: rows[0]!.login,
      bought: new Map(),
      opened: new Map(),
      exchanged: new Map(),
      paid: [],
      tokens: [],
      unanswered: {},
      serial: 0,
    });
  }
  await site.app.close();
  await site.pool.end();
  return { customers, database: new URL(site.databaseUrl).pathname.slice(1) };
}
