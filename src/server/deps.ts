import type { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Live } from './live.ts';
import type { PlayerCounts } from './landing/playerCounts.ts';
import type { Captcha } from './ports/captcha/captcha.ts';
import type { GameServers } from './ports/gameServers/gameServers.ts';
import type { MailTransport } from './ports/mail/mail.ts';
import type { Payments } from './ports/payments/payments.ts';

/** `payments`: the inbox of payment events has something new; `drops`: somebody was shown a rare prize. */
export interface WakeUps {
  payments: [];
  drops: [];
}

/** Everything a use case may need, passed as an argument. */
export interface Deps {
  config: Config;
  pool: pg.Pool;
  /** For reads outside a transaction; effects use `withTx`. */
  db: NodePgDatabase;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
  gameServers: GameServers;
  /** What the game servers last said. */
  playerCounts: PlayerCounts;
  mail: MailTransport;
  captcha: Captcha;
  payments: Payments;
  /** The pages that listen to this process: publish what they should know at once. */
  live: Live;
  /** Tells the background work of this process that there is something to do before it looks again. */
  wakeUps: EventEmitter<WakeUps>;
  /** The disk is nearly full: no effect takes place until there is space. */
  isReadOnly: () => boolean;
  log: FastifyBaseLogger;
  /** 32 bytes that only this site knows: keys for encryption and signatures are derived from it. */
  secretKey: Buffer;
}
