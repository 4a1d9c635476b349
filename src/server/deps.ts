import type { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Captcha } from './ports/captcha/captcha.ts';
import type { GameServers } from './ports/gameServers/gameServers.ts';
import type { MailTransport } from './ports/mail/mail.ts';
import type { Payments } from './ports/payments/payments.ts';

/** `payments`: the inbox of payment events has something new. */
export interface WakeUps {
  payments: [];
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
  mail: MailTransport;
  captcha: Captcha;
  payments: Payments;
  /** Tells the background work of this process that there is something to do before it looks again. */
  wakeUps: EventEmitter<WakeUps>;
  /** The disk is nearly full: no effect takes place until there is space. */
  isReadOnly: () => boolean;
  log: FastifyBaseLogger;
  /** 32 bytes that only this site knows: keys for encryption and signatures are derived from it. */
  secretKey: Buffer;
}
