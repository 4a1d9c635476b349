import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';

/** An operator's catalogue: files and their pictures. */
export interface CatalogueFolder {
  folder: string;
  assets: string;
  /** Writes a file of the catalogue: a string unchanged, anything else as JSON. */
  write: (file: string, contents: unknown) => void;
  remove: (file?: string) => void;
}

/** Writes a catalogue to a temporary folder. */
export function createCatalogueFolder({
  servers,
  cases,
  products,
  goods,
  paymentGroups,
  referral,
  landing,
}: Catalogue): CatalogueFolder {
  const folder = mkdtempSync(join(tmpdir(), 'one-rp-catalogue-'));
  const assets = join(folder, 'assets');
  const write: CatalogueFolder['write'] = (file, contents) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof contents === 'string' ? contents : JSON.stringify(contents));
  };
  write('servers.json', servers);
  for (const file of cases) write(`cases/${file.slug}.json`, file);
  write('shop/products.json', products);
  write('shop/paymentGroups.json', paymentGroups);
  write('shop/goods/all.json', goods);
  write('referral.json', referral);
  write('landing.json', landing);
  const tiers = products.flatMap((product) => (product.type === 'one_coin' ? product.oneCoinBonuses : []));
  const images = [
    ...cases.map(({ imageName }) => `cases/${imageName}`),
    ...cases.flatMap(({ items }) => items.map(({ imageName }) => `items/${imageName}`)),
    ...[...products, ...tiers, ...goods, ...referral.statuses, ...referral.milestones].map(
      ({ image }) => image,
    ),
    ...paymentGroups.flatMap(({ methods }) => methods.map(({ name }) => `payments/${name}`)),
  ];
  for (const image of images) write(`assets/${image}.webp`, '');
  return {
    folder,
    assets,
    write,
    remove: (file = '') => rmSync(join(folder, file), { recursive: true }),
  };
}
