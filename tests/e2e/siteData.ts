import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data folder of the site under test. Commands of the shell that a test runs use it too. */
export const dataDir = join(tmpdir(), 'one-rp-e2e');
