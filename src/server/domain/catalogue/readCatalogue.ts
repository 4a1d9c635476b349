import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { caseFile, serversFile, type CaseFile } from '#/contract/operator/catalogue/caseSchema.ts';
import { referenceMistakes } from '#/contract/operator/catalogue/checkCatalogue.ts';
import { landingFile } from '#/contract/operator/catalogue/landingSchema.ts';
import type { Mistake } from '#/contract/operator/catalogue/mistake.ts';
import { referralFile } from '#/contract/operator/catalogue/referralSchema.ts';
import { swapMistakes } from '#/contract/operator/catalogue/returns.ts';
import { repeatedMistakes } from '#/contract/operator/catalogue/repeatedMistakes.ts';
import {
  type Catalogue,
  goodsFile,
  paymentGroupsFile,
  productsFile,
} from '#/contract/operator/catalogue/shopSchema.ts';
import { CatalogueError } from './catalogueError.ts';
import { listPictures, missingPictures } from './missingPictures.ts';

/** Folder of a catalogue with the pictures that operators have uploaded. */
export const PICTURES_FOLDER = 'pictures';

/**
 * Reads and checks `servers.json`, `cases/*.json`, `shop/products.json`, `shop/paymentGroups.json`,
 * `shop/goods/*.json`, `referral.json` and `landing.json` of a folder. Pictures are those of the site and of `pictures/`.
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
  if (mistakes.length === 0) mistakes.push(...sentencesOf(referenceMistakes(catalogue)));
  mistakes.push(
    ...sentencesOf(repeatedMistakes(catalogue)),
    ...sentencesOf(
      missingPictures(catalogue, [
        ...(await listPictures(assetsFolder)),
        ...(await listPictures(join(folder, PICTURES_FOLDER))),
      ]),
    ),
  );
  if (mistakes.length === 0) mistakes.push(...sentencesOf(swapMistakes(catalogue)));
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

const sentencesOf = (mistakes: readonly Mistake[]) => [...new Set(mistakes.map(({ sentence }) => sentence))];
