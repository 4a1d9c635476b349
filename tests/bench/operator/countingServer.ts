import pg from 'pg';
import { startBenchApp } from '../benchApp.ts';

// the whole server in a process of its own: tsx countingServer.ts <database> <port> <pool size> <secret key in hex>.
// Answers each message with the number of statements since the last one.

let statements = 0;
const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
const { query } = prototype;
prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  statements++;
  return Reflect.apply(query, this, given);
};

const [connectionString = '', port = '', poolSize = '', secretKey = ''] = process.argv.slice(2);
await startBenchApp({
  connectionString,
  port: Number(port),
  poolSize: Number(poolSize),
  secretKey: Buffer.from(secretKey, 'hex'),
});
process.on('message', () => {
  process.send?.(statements);
  statements = 0;
});
process.send?.('ready');
process.on('disconnect', () => process.exit());
