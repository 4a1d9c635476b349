import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import {
  createAnswerCheck,
  createValidator,
  type Document,
  operationsOf,
} from '../../support/app/documented.ts';
import type { TestDatabase } from '../../support/app/postgres.ts';
import { createTestApp } from '../../support/app/testApp.ts';
import type { FuzzFigures } from './bounds.ts';
import { type CorpusSize, fuzzWithCorpus } from './corpus.ts';
import { fuzzOperations, type FuzzSize } from './operations.ts';
import { FUZZ_GAME_SERVERS } from './scene.ts';

/**
 * Fuzzes a site of its own, whose log and temporary files are watched.
 * @param database of the run when the caller is no test
 */
export async function fuzzSite(
  size: { operations: FuzzSize; corpus: CorpusSize; seed: number },
  database?: Pick<TestDatabase, 'adminUrl' | 'templates'>,
): Promise<FuzzFigures> {
  const logLines: string[] = [];
  const site = await createTestApp(
    {
      config: { gameServers: FUZZ_GAME_SERVERS, logLevel: 'info' },
      logStream: { write: (line) => logLines.push(line) },
    },
    database,
  );
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-fuzz-'));
  const usual = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const document = (await site.get('/api/openapi.json')).json<Document>();
    const ajv = createValidator(document);
    const check = createAnswerCheck(document, ajv);
    const documented = { ajv, check, operations: operationsOf(document) };
    return {
      T10: await fuzzOperations(site, documented, size.operations, size.seed),
      T11: await fuzzWithCorpus(site, documented, logLines, size.corpus),
      invariants: await brokenInvariants(site.pool),
      temporaryFiles: readdirSync(folder),
    };
  } finally {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
    rmSync(folder, { recursive: true, force: true });
    await site.close();
  }
}
