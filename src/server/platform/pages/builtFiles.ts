import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    /** Source paths, which are the keys of Vite's manifest. */
    imports: z._default(z.array(z.string()), []),
    css: z._default(z.array(z.string()), []),
  }),
);
export type BuiltFiles = z.infer<typeof manifest>;

/**
 * Reads the paths of the client's built files, by their source paths.
 * @throws Error if the folder has no built client
 */
export async function builtFiles(clientDir: string): Promise<BuiltFiles> {
  return manifest.parse(JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')));
}
