import { Readable } from 'node:stream';
import { strToU8, type Zippable, zipSync } from 'fflate';
import type { FastifyReply } from 'fastify';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { findRevision } from '#/server/domain/catalogue/revisions.ts';
import { pictureFilesOf } from '#/server/domain/pictures/pictureFolder.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/**
 * Sends a revision as a zip of the files that `npm run catalogue:import` reads, with the pictures that it uses and
 * operators have uploaded (O19).
 * @throws AppError notFound
 */
export async function packRevision(
  { db }: Pick<Deps, 'db'>,
  reply: FastifyReply,
  id: number,
): Promise<Readable> {
  const { content, createdAt } = (await findRevision(db, id)) ?? fail('notFound');
  const pictures = await pictureFilesOf(db, content);
  const files: Zippable = { ...filesOf(content) };
  // pictures are compressed already
  for (const [path, bytes] of Object.entries(pictures)) files[path] = [bytes, { level: 0 }];
  void reply.type('application/zip');
  void reply.header('content-disposition', `attachment; filename="catalogue-${id}.zip"`);
  return Readable.from([zipSync(files, { mtime: createdAt })], { objectMode: false });
}

const json = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`);

/** The files of a catalogue by path, as `readCatalogue` reads them. */
const filesOf = ({
  servers,
  cases,
  products,
  goods,
  paymentGroups,
  referral,
  landing,
}: Catalogue): Record<string, Uint8Array> => ({
  'servers.json': json(servers),
  ...Object.fromEntries(cases.map((file) => [`cases/${file.slug}.json`, json(file)])),
  'shop/products.json': json(products),
  'shop/goods/goods.json': json(goods),
  'shop/paymentGroups.json': json(paymentGroups),
  'referral.json': json(referral),
  'landing.json': json(landing),
});
