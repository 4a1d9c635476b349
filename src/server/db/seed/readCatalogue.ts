import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { caseFile, serversFile, type CaseFile, type ServersFile } from './catalogueSchema.ts';

export interface Catalogue {
  servers: ServersFile;
  cases: CaseFile[];
}

/** A catalogue that cannot be imported; `mistakes` are sentences that name the file and the place in it. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/**
 * Reads and checks `servers.json` and `cases/*.json` of a folder.
 * @throws CatalogueError with every mistake found
 */
export async function readCatalogue(folder: string, assetsFolder: string): Promise<Catalogue> {
  const mistakes: string[] = [];
  const servers = await readJson(folder, 'servers.json', serversFile, mistakes);
  const cases: CaseFile[] = [];
  for (const name of await jsonFilesOf(join(folder, 'cases'), mistakes)) {
    const file = join('cases', name);
    const parsed = await readJson(folder, file, caseFile, mistakes);
    if (!parsed) continue;
    if (`${parsed.slug}.json` !== name) mistakes.push(`${file}: the file must be named ${parsed.slug}.json`);
    cases.push(parsed);
  }
  if (cases.length === 0) mistakes.push('cases: there is no case file that can be read');
  mistakes.push(
    ...repeated('server key', servers?.map(({ key }) => key) ?? []),
    ...repeated(
      'case id',
      cases.map(({ id }) => id),
    ),
    ...repeated(
      'item id',
      cases.flatMap(({ items }) => items.map(({ id }) => id)),
    ),
    ...(await missingImages(cases, assetsFolder)),
  );
  if (!servers || mistakes.length > 0) throw new CatalogueError(mistakes);
  return { servers, cases };
}

/** The small zod says no more than "Invalid input" by itself. */
const inEnglish = z.locales.en().localeError;

async function readJson<S extends z.ZodMiniType>(
  folder: string,
  file: string,
  schema: S,
  mistakes: string[],
): Promise<z.output<S> | undefined> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(join(folder, file), 'utf8'));
  } catch (error) {
    mistakes.push(`${file}: ${(error as Error).message}`);
    return undefined;
  }
  const parsed = z.safeParse(schema, json, { error: inEnglish });
  for (const { path, message } of parsed.error?.issues ?? [])
    mistakes.push(`${file}: ${path.join('.')} ${message}`);
  return parsed.data;
}

async function jsonFilesOf(folder: string, mistakes: string[]): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  } catch (error) {
    mistakes.push((error as Error).message);
    return [];
  }
}

function repeated(what: string, values: readonly (string | number)[]): string[] {
  const seen = new Set<string | number>();
  const twice = values.filter((value) => seen.size === seen.add(value).size);
  return twice.map((value) => `${what} ${value} is used twice`);
}

/** Every picture that is named must be there: `assets/cases/<imageName>.*`, `assets/items/<imageName>.*`. */
async function missingImages(cases: readonly CaseFile[], assetsFolder: string): Promise<string[]> {
  const named = [
    ...cases.map(({ imageName }) => ['cases', imageName] as const),
    ...cases.flatMap(({ items }) => items.map(({ imageName }) => ['items', imageName] as const)),
  ];
  const present = new Map<string, Set<string>>();
  for (const kind of ['cases', 'items']) {
    const files = await readdir(join(assetsFolder, kind)).catch(() => []);
    present.set(kind, new Set(files.map((file) => basename(file).replace(/\..*$/, ''))));
  }
  const missing = named.filter(([kind, imageName]) => !present.get(kind)?.has(imageName));
  return [...new Set(missing.map(([kind, name]) => `assets/${kind}/${name}.* is named but not there`))];
}
