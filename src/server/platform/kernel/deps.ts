import type { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Replica } from '#/server/platform/db/replica.ts';
import type { BookStops } from './stops.ts';
import type { Config } from '#/server/platform/config/config.ts';
import type { SecretKey } from '#/server/platform/config/secretKey.ts';
import type { Live } from './live.ts';
import type { PlayerCounts } from './playerCounts.ts';
import type { Captcha } from '#/server/ports/captcha.ts';
import type { GameServers } from '#/server/ports/gameServers.ts';
import type { MailTransport } from '#/server/ports/mail.ts';
import type { Payments } from '#/server/ports/payments.ts';
import type { PictureWork } from '#/server/ports/pictureWork.ts';

/**
 * `payments`: new payment events are in the inbox; `drops`: a player was shown a rare prize; `deliveries`: the game
 * may have work.
 */
export interface WakeUps {
  payments: [];
  drops: [];
  deliveries: [];
}

/** Everything that a use case may need, passed as an argument. */
export interface Deps {
  config: Config;
  pool: pg.Pool;
  /** For reads outside a transaction. Effects use `withTx`. */
  db: NodePgDatabase;
  /** For reads that are the same for everybody (`readForAll`). Absent if DATABASE_REPLICA_URL is. */
  replica?: Replica;
  /** The time of the site: the database's time, extrapolated since the last reading (`startClock`). */
  now: () => Date;
  /** Reads the clock of the database. */
  databaseTime: () => Promise<Date>;
  randomBytes: (size: number) => Buffer;
  gameServers: GameServers;
  /** The last counts that the game servers reported. */
  playerCounts: PlayerCounts;
  mail: MailTransport;
  captcha: Captcha;
  payments: Payments;
  pictureWork: PictureWork;
  /** Publishes events to the pages connected to this process. */
  live: Live;
  /** Wakes the background work of this process before its interval ends. */
  wakeUps: EventEmitter<WakeUps>;
  /** Whether no effect may run: the disk is nearly full, or commits wait for a standby (N14). */
  isReadOnly: () => boolean;
  /** Parts of the site that are stopped because their books do not balance, or closed by an operator. */
  bookStops: BookStops;
  /** Only in background work. Aborted when the process stops: the work finishes the rows that it has begun, and ends (N7). */
  stopping?: AbortSignal;
  log: FastifyBaseLogger;
  /** What only this site knows. Keys for encryption and signatures are derived from them. */
  secretKey: SecretKey;
}
