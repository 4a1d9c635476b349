import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Encoding, etagsOf, type Ready } from './readyBytes.ts';

/** Caching of a file whose name stands for one content. */
export const NEVER_CHANGES = 'public, max-age=31536000, immutable';
/** Media types of the files that are kept in memory, by file extension. */
const TYPES = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.avif', 'image/avif'],
  ['.webp', 'image/webp'],
  ['.jpg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
]);

/** File extensions of the compressed copies that the build writes. */
const COMPRESSED: readonly [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/**
 * Keeps the files of a folder in memory: each is read once, when somebody first asks for it (N9). A page that is loaded for
 * the first time asks for some sixty files, and reading one from the folder costs several times as much as sending it.
 * Sound and films are not kept, because browsers ask for parts of them.
 * @param names the files of the folder. They never change while the process runs.
 * @returns a function that finds a file by its name; undefined if it is not kept, or has gone
 */
export function keptFiles(
  folder: string,
  names: ReadonlySet<string>,
): (name: string) => Promise<Ready | undefined> {
  const kept = new Map<string, Promise<Ready | undefined>>();
  return async (name) => {
    const type = TYPES.get(extname(name));
    if (type === undefined || !names.has(name)) return undefined;
    const known = kept.get(name);
    if (known) return known;
    const encodings = COMPRESSED.filter(([, end]) => names.has(name + end));
    const file = readReady(join(folder, name), type, encodings);
    kept.set(name, file);
    const forget = () => kept.delete(name);
    file.then((ready) => ready ?? forget(), forget);
    return file;
  };
}

async function readReady(
  path: string,
  type: string,
  encodings: readonly [Encoding, string][],
): Promise<Ready | undefined> {
  const all: readonly [Encoding, string][] = [['identity', ''], ...encodings];
  const read = all.map(async ([encoding, end]) => [encoding, await readFile(path + end)] as const);
  const bytes = await Promise.all(read).then((files) => new Map(files), whenGone);
  const content = bytes?.get('identity');
  if (!bytes || !content) return undefined;
  return {
    type,
    encodingFor: (accepted) => (bytes.has(accepted) ? accepted : 'identity'),
    etagOf: etagsOf(content),
    bytesIn: (encoding) => bytes.get(encoding) ?? content,
  };
}

/** Returns undefined for a missing file, because the folder may be replaced while the process runs. @throws other errors */
function whenGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
