import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import Fastify from 'fastify';
import { databaseClock, startClock } from '#/server/platform/kernel/clock.ts';
import { type Config, readConfig } from '#/server/platform/config/config.ts';
import { hasEmbedded } from '#/server/platform/db/embedded.ts';
import { COMMAND_LIMITS, openDatabase } from '#/server/platform/db/open.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { loggerOptions } from '#/server/platform/kernel/logging.ts';
import { paymentsOf } from '#/server/adapters/payments/paymentsOf.ts';
import { opensNewestChain } from '#/server/domain/fairness/fairEpoch.ts';
import { checkSiteSecret } from '#/server/platform/db/siteSecret.ts';
import { knownSecretKey } from '#/server/platform/config/secretKey.ts';

/**
 * Dependencies of the operator's commands. The running server sees their effects through the database.
 */
export type OperatorDeps = Pick<
  Deps,
  'pool' | 'db' | 'now' | 'randomBytes' | 'secretKey' | 'payments' | 'log' | 'wakeUps'
>;

// whoever reads may end first, as `head` does: the command still does its work to the end
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const complain = (text: string) => process.stderr.write(`${text}\n`);
/** Prints a line for the operator. */
export const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/**
 * Prints the usage of a command if the operator asked for it.
 * @returns whether it was printed
 */
export function saysUsage(usage: string): boolean {
  const isAsked = process.argv.slice(2).some((word) => word === '--help' || word === '-h');
  if (isAsked) say(usage);
  return isAsked;
}

/**
 * Runs a command to its end. An error is printed as a sentence, with exit code 1.
 * @param outcome is printed before the error
 */
export async function runToEnd(command: () => Promise<void>, outcome = ''): Promise<void> {
  try {
    await command();
  } catch (error) {
    complain(`${outcome}${(error as Error).message}`);
    process.exitCode = 1;
  }
}

/** What a command gets that needs only the database. Its clock stands still, so that all that it writes has one time. */
export type CommandDatabase = Pick<OperatorDeps, 'pool' | 'db' | 'now'>;

/**
 * Opens the database of the settings for a command, and closes it when the command ends.
 * @param mayMake whether an embedded database is made if there is none
 * @throws Error if there is none. A new one would be empty, and the command would do nothing for the site.
 */
export async function withDatabase(
  command: (database: CommandDatabase, config: Config) => Promise<void>,
  { mayMake = false } = {},
): Promise<void> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, POOL_SIZE: '2' }, 'development');
  if (!config.databaseUrl && !mayMake && !hasEmbedded(config.dataDir))
    throw new Error(
      `There is no database in ${config.dataDir}, or this user may not read it: set the variables of the site, DATABASE_URL or DATA_DIR.`,
    );
  const { pool, db, close } = await openDatabase(config, { info: () => {}, warn: complain }, COMMAND_LIMITS);
  try {
    const time = await databaseClock(pool)();
    await command({ pool, db, now: () => time }, config);
  } finally {
    await close();
  }
}

/** Runs a command that needs the site's secret or its payments, on the database of the settings. */
export const runCommand = (command: (deps: OperatorDeps) => Promise<void>): Promise<void> =>
  runToEnd(() =>
    withDatabase(async ({ pool, db }, config) => {
      const { log } = Fastify({ logger: loggerOptions(config.logLevel) });
      const { now } = await startClock(databaseClock(pool), log);
      const secretKey = knownSecretKey(config);
      await checkSiteSecret(pool, config, secretKey, opensNewestChain);
      const payments = paymentsOf(config, { pool, now, secretKey });
      await command({ pool, db, now, randomBytes, secretKey, payments, log, wakeUps: new EventEmitter() });
    }),
  );

/** An id of 128 random bits. Older ones may begin with a hyphen. */
const RANDOM_ID = /^[\w-]{22}$/;

/**
 * Reads the words of a command like `parseArgs`, but takes ids that begin with a dash as ids and not as options (N6). No
 * command has options of one letter.
 * @throws Error for an unknown option or a missing value
 */
export function commandWords<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const { args = process.argv.slice(2), options = {} } = config;
  return parseArgs<Config>({ ...config, args: separated(args, options) });
}

/** Joins options with values that begin with a dash, and puts all other words behind `--`, in their order. */
function separated(words: readonly string[], options: NonNullable<ParseArgsConfig['options']>): string[] {
  const optionOf = (word: string) => (word.startsWith('--') ? options[word.slice(2)] : undefined);
  const isDashed = (word: string) => /^-[^-]/.test(word) || (RANDOM_ID.test(word) && !optionOf(word));
  const given: string[] = [];
  const others: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') others.push(...left.splice(0));
    else if (!word.startsWith('-') || isDashed(word)) others.push(word);
    else if (optionOf(word)?.type === 'string' && left.length > 0) {
      const value = left.shift()!;
      given.push(...(isDashed(value) ? [`${word}=${value}`] : [word, value]));
    } else given.push(word);
  }
  return [...given, '--', ...others];
}
