import { join } from 'node:path';
import { readConfig } from '#/server/platform/config/config.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { start } from '#/server/start.ts';

/** Starts the server as `npm start` does, in its own process, with the small client of the tests. */
await start({ ...readConfig(process.env), clientDir: join(projectRoot, 'tests/support/app/client') });
