import { Client } from 'pg';
import { startEmbedded } from '#/server/platform/db/embedded.ts';

/** A process that writes rows until it is killed, and prints each row that was acknowledged. */
const [folder = ''] = process.argv.slice(2);
const embedded = await startEmbedded(folder, { info: () => {}, warn: console.error });
const client = new Client(embedded.connection);
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS written (id int GENERATED ALWAYS AS IDENTITY)');
for (;;) {
  const { rows } = await client.query<{ id: number }>('INSERT INTO written DEFAULT VALUES RETURNING id');
  process.stdout.write(`${rows[0]?.id}\n`);
}
