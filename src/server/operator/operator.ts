import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createServer } from './app.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import type { Deps } from './deps.ts';
import { paymentsOf } from './ports/payments/paymentsOf.ts';
import { secretKeyOf } from './secretKey.ts';

/** What the operator's commands on orders and goods need; the running server hears of them by the database. */
export type OperatorDeps = Pick<
  Deps,
  'pool' | 'db' | 'now' | 'randomBytes' | 'secretKey' | 'payments' | 'log' | 'wakeUps'
>;

const complain = (text: string) => process.stderr.write(`${text}\n`);
/** A line for the operator. */
export const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Says how a command is used when that was asked for. */
export function saysUsage(usage: string): boolean {
  const isAsked = process.argv.slice(2).some((word) => word === '--help' || word === '-h');
  if (isAsked) say(usage);
  return isAsked;
}

/** Runs a command on the database of the settings; what goes wrong is a sentence and exit code 1. */
export async function runCommand(command: (deps: OperatorDeps) => Promise<void>): Promise<void> {
  try {
    const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, POOL_SIZE: '2' }, 'development');
    const { log } = createServer(config);
    const database = await openDatabase(config, { info: () => {}, warn: complain });
    const { pool, db } = database;
    const now = () => new Date();
    const secretKey = secretKeyOf(config);
    const payments = paymentsOf(config, { pool, now, secretKey });
    try {
      await command({ pool, db, now, randomBytes, secretKey, payments, log, wakeUps: new EventEmitter() });
    } finally {
      await database.close();
    }
  } catch (error) {
    complain((error as Error).message);
    process.exitCode = 1;
  }
}
