import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { withDeadline } from '#/server/platform/kernel/deadline.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { endOfTurn } from '#/server/platform/pages/endOfTurn.ts';
import { NEVER_CHANGES } from '#/server/platform/pages/keptFiles.ts';
import { PICTURE_POLICY } from './linkPictures.ts';
import { findPictureFile } from './storePicture.ts';

const FILE = /^(u-[0-9a-f]{16})-(\d{3})\.(avif|webp)$/;
/** Memory of a process for the files that were asked for last. A file has 10 to 150 KB. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Time until a kept file is looked for again, so that a removed picture disappears. */
const LOOKED_FOR_AGAIN_MS = 60_000;
/** Longest time that a kept file waits for the database, which may be silent. */
const PATIENCE_MS = 500;

/** Reads the parts of the name of a file. @throws AppError notFound */
function partsOf(file: string): { name: string; px: number; format: 'avif' | 'webp' } {
  const [, name = '', px, format] = FILE.exec(file) ?? fail('notFound');
  return { name, px: Number(px), format: format as 'avif' | 'webp' };
}

/**
 * Serves uploaded pictures, as the site has encoded them (O20). A name always means the same picture, so a process keeps
 * them in memory, and shows the kept ones while the database does not answer (N9).
 */
export function pictureRoutes(
  app: FastifyInstance,
  { db, pictureWork, now }: Pick<Deps, 'db' | 'pictureWork' | 'now'>,
): void {
  app.addHook('onClose', async () => pictureWork.stop());
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: LOOKED_FOR_AGAIN_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    fetchMethod: async (file, known) => {
      const found = findPictureFile(db, partsOf(file));
      return known ? withDeadline(found, PATIENCE_MS).catch(() => known) : found;
    },
    // whoever waits for a file gets it, also when others have crowded it out meanwhile
    ignoreFetchAbort: true,
  });
  // Kept pictures are not counted by the limit for each address. A page of the shop may show dozens of them, so players
  // who share an address would miss some.
  const isUncounted = ({ params }: FastifyRequest) => kept.has((params as { file: string }).file);
  app.get<{ Params: { file: string } }>(
    '/pictures/:file',
    { config: { isUncounted } },
    async ({ params: { file } }, reply) => {
      const { format } = partsOf(file);
      const bytes = (await kept.fetch(file)) ?? fail('notFound');
      void reply.headers({
        'content-type': `image/${format}`,
        'cache-control': NEVER_CHANGES,
        'content-security-policy': PICTURE_POLICY,
      });
      await endOfTurn();
      return reply.send(bytes);
    },
  );
}
