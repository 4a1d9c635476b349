import { join } from 'node:path';
import { readConfig } from '#/server/config.ts';
import { start } from '#/server/start.ts';

/** The server as `npm start` runs it, in a process of its own, with the small client of the tests. */
await start({ ...readConfig(process.env), clientDir: join(import.meta.dirname, 'client') });
