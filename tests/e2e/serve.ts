import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs the built site on a data folder of its own, which goes when it stops. */
const folder = mkdtempSync(join(tmpdir(), 'one-rp-e2e-'));
const server = spawn(process.execPath, ['dist/server/main.js'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    CAPTCHA_WORK: '1',
    DEMO: '1',
    LOG_LEVEL: 'warn',
    PLAYGROUND: '1',
    RATE_LIMIT_SCALE: '1000',
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));
server.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 0);
});
