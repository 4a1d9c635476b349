import { readConfig } from './config.ts';
import { start } from './start.ts';

/** A sentence for the operator. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return 'The port is in use: stop the other program or set another PORT.';
  if (code === 'EACCES') return `${error.message}. Choose another PORT or DATA_DIR.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database of DATABASE_URL does not answer (${error.message}).`;
  return error.message;
}

try {
  // from source: npm run dev; from dist: npm start
  await start(readConfig(process.env, import.meta.url.endsWith('.ts') ? 'development' : 'production'));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
