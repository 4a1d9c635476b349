import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Data folder of the site under test, of one's own for each port. Commands of the shell that a test runs use it too.
 */
export const dataDir = join(tmpdir(), `one-rp-e2e-${process.env['E2E_PORT'] ?? 'site'}`);
