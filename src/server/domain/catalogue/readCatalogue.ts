import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { CatalogueError } from './catalogueError.ts';
import { landingFile } from './catalogueLandingSchema.ts';
import { referralFile, referralMistakes } from './catalogueReferralSchema.ts';
import { caseFile, serversFile, type CaseFile } from './catalogueSchema.ts';
import { goodsFile, paymentGroupsFile, productsFile, type Catalogue } from './catalogueShopSchema.ts';
import { repeated, shopMistakes } from './checkShop.ts';

/**
 * Reads and checks `servers.json`, `cases/*.json`, `shop/products.json`, `shop/paymentGroups.json`,
 * `shop/goods/*.json`, `referral.json` and `landing.json` of a folder.
 * @throws CatalogueError with every mistake found
 */
export async function readCatalogue(folder: string, assetsFolder: string): Promise<Catalogue> {
  const mistakes: string[] = [];
  const catalogue: Catalogue = {
    servers: (await readJson(folder, 'servers.json', serversFile, mistakes)) ?? [],
    cases: await readCases(folder, mistakes),
    products: (await readJson(folder, 'shop/products.json', productsFile, mistakes)) ?? [],
    goods: (await readFolder(folder, 'shop/goods', goodsFile, mistakes)).flatMap(({ parsed }) => parsed),
    paymentGroups: (await readJson(folder, 'shop/paymentGroups.json', paymentGroupsFile, mistakes)) ?? [],
    referral: (await readJson(folder, 'referral.json', referralFile, mistakes)) ?? {
      statuses: [],
      milestones: [],
    },
    landing: (await readJson(folder, 'landing.json', landingFile, mistakes)) ?? { promos: [], news: [] },
  };
  // stops here, because every reference to an unreadable file would be reported as a mistake
  const { servers, cases, referral, landing } = catalogue;
  if (mistakes.length === 0)
    mistakes.push(
      ...shopMistakes(catalogue),
      ...referralMistakes(referral, new Set(cases.map(({ id }) => id))),
    );
  mistakes.push(
    ...repeated(
      'server key',
      servers.map(({ key }) => key),
    ),
    ...repeated(
      'promo code',
      landing.promos.map(({ code }) => code),
    ),
    ...repeated(
      'news key',
      landing.news.map(({ key }) => key),
    ),
    ...repeated(
      'case id',
      cases.map(({ id }) => id),
    ),
    ...repeated(
      'item id',
      cases.flatMap(({ items }) => items.map(({ id }) => id)),
    ),
    ...(await missingImages(catalogue, assetsFolder)),
  );
  if (mistakes.length > 0) throw new CatalogueError(mistakes);
  return catalogue;
}

async function readCases(folder: string, mistakes: string[]): Promise<CaseFile[]> {
  const files = await readFolder(folder, 'cases', caseFile, mistakes);
  for (const { name, parsed } of files)
    if (`${parsed.slug}.json` !== name)
      mistakes.push(`cases/${name}: the file must be named ${parsed.slug}.json`);
  if (files.length === 0) mistakes.push('cases: there is no case file that can be read');
  return files.map(({ parsed }) => parsed);
}

/** Lists the readable files of a folder, by name. */
async function readFolder<S extends z.ZodMiniType>(
  folder: string,
  under: string,
  schema: S,
  mistakes: string[],
): Promise<{ name: string; parsed: z.output<S> }[]> {
  const files = [];
  for (const name of await jsonFilesOf(join(folder, under), mistakes)) {
    const parsed = await readJson(folder, join(under, name), schema, mistakes);
    if (parsed !== undefined) files.push({ name, parsed });
  }
  return files;
}

/** Writes messages, because the small zod only says "Invalid input". */
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

/** Checks that every named picture exists, as `assets/<kind>/<name>.*`. */
async function missingImages(catalogue: Catalogue, assetsFolder: string): Promise<string[]> {
  const { cases, products, goods, paymentGroups, referral } = catalogue;
  const tiers = products.flatMap((product) => (product.type === 'one_coin' ? product.oneCoinBonuses : []));
  const named = new Set([
    ...cases.map(({ imageName }) => `cases/${imageName}`),
    ...cases.flatMap(({ items }) => items.map(({ imageName }) => `items/${imageName}`)),
    ...[...products, ...tiers, ...goods, ...referral.statuses, ...referral.milestones].map(
      ({ image }) => image,
    ),
    ...paymentGroups.flatMap(({ methods }) => methods.map(({ name }) => `payments/${name}`)),
  ]);
  const present = new Set<string>();
  for (const kind of ['cases', 'items', 'products', 'payments', 'referral'])
    for (const file of await readdir(join(assetsFolder, kind)).catch(() => []))
      present.add(`${kind}/${basename(file).replace(/\..*$/, '')}`);
  const missing = [...named].filter((name) => !present.has(name));
  return missing.map((name) => `assets/${name}.* is named but not there`);
}
