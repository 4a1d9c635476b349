import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dataDir } from './siteData.ts';

/** Runs the built site on a data folder of its own, which goes when it stops. */
rmSync(dataDir, { recursive: true, force: true });
const server = spawn(process.execPath, ['dist/server/main.js'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    CAPTCHA_WORK: '1',
    DEMO: '1',
    DEMO_HISTORY: '0',
    OPERATOR: '1',
    LOG_LEVEL: 'warn',
    PLAYGROUND: '1',
    RATE_LIMIT_SCALE: '1000',
  },
});
// a signal goes to the site as well, which is of the same process group; a second one would stop it without its database
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 0);
});
