import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { CSRF_HEADER } from '#/contract/page.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { migrateDatabase } from '#/server/platform/db/migrate.ts';
import { testCatalogue } from '../../support/catalogue/testCatalogue.ts';
import { type BookScale, fillBooks } from './fillBooks.ts';

const TOKEN = 'operator-bench-token';
/** Connections of each site to its database, as by default. */
const POOL_SIZE = 10;

/** A site whose owner is signed in. */
export interface Site {
  pool: pg.Pool;
  /** Sends a request as the owner. @throws Error unless it is answered with 200 */
  ask: (path: string, body?: object) => Promise<IncomingMessage>;
  /** Number of statements since the last question. */
  statements: () => Promise<number>;
  port: number;
  stop: () => Promise<void>;
}

/** Creates a database of a size and starts the site on it. */
export async function createSite(
  admin: pg.Pool,
  adminUrl: URL,
  name: string,
  scale: BookScale,
  { port, secretKey }: { port: number; secretKey: Buffer },
): Promise<Site> {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
  await migrateDatabase({ connectionString: url.href });
  // without the site's time limits: a statement here may take minutes
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // the end of the database ends its idle connections
  pool.on('error', () => {});
  await importCatalogue(pool, testCatalogue);
  await fillBooks(pool, scale);
  await signIn(pool);
  const server = await startServer(url, port, secretKey);
  const agent = new Agent({ keepAlive: true });
  const asOwner = await ownerAt(port, agent);
  const stop = async () => {
    agent.destroy();
    server.kill();
    await pool.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { pool, ask: asOwner, statements: () => statementsOf(server), port, stop };
}

/** Signs in the owner, with a code that stays fresh. */
const signIn = (pool: pg.Pool) =>
  pool.query(
    `INSERT INTO operator_sessions (operator_id, token_hash, proven_at, created_at, last_seen_at, expires_at, network, user_agent)
     VALUES (1, $1, now() + interval '7 hours', now(), now() + interval '7 hours', now() + interval '8 hours', '', '')`,
    [createHash('sha256').update(TOKEN).digest()],
  );

async function startServer(url: URL, port: number, secretKey: Buffer): Promise<ChildProcess> {
  const server = fork(
    join(import.meta.dirname, 'countingServer.ts'),
    [url.href, String(port), String(POOL_SIZE), secretKey.toString('hex')],
    { env: { ...process.env, NODE_ENV: 'production' } },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('message', () => resolve());
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return server;
}

async function statementsOf(server: ChildProcess): Promise<number> {
  server.send('count');
  const [count] = (await once(server, 'message')) as [number];
  return count;
}

/** Loads the page's token, and returns the function that sends requests with it. */
async function ownerAt(port: number, agent: Agent): Promise<Site['ask']> {
  let headers: Record<string, string> = { cookie: `operator=${TOKEN}` };
  const ask: Site['ask'] = (path, body) =>
    new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      });
      sent.on('error', reject).on('response', (reply) => {
        if (reply.statusCode === 200) resolve(reply);
        else void textOf(reply).then((text) => reject(new Error(`${path}: ${reply.statusCode} ${text}`)));
      });
      sent.end(body && JSON.stringify(body));
    });
  const page = await ask('/api/operator/v1/session');
  const cookies = (page.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]);
  const { csrfToken } = JSON.parse(await textOf(page)) as { csrfToken: string };
  headers = { cookie: [headers['cookie'], ...cookies].join('; '), [CSRF_HEADER]: csrfToken };
  return ask;
}

export async function textOf(reply: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of reply.setEncoding('utf8')) text += chunk as string;
  return text;
}
