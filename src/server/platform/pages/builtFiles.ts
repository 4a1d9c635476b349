import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    /** Keys of this manifest. */
    imports: z._default(z.array(z.string()), []),
    css: z._default(z.array(z.string()), []),
  }),
);
export type BuiltFiles = z.infer<typeof manifest>;

/**
 * Where the files of the client lie after its build, by where they came from.
 * @throws Error when there is no built client in the folder
 */
export async function builtFiles(clientDir: string): Promise<BuiltFiles> {
  return manifest.parse(JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')));
}
