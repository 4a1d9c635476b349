import type { FastifyInstance } from 'fastify';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { PICTURE_POLICY } from './linkPictures.ts';
import { findPictureFile } from './storePicture.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FILE = /^(u-[0-9a-f]{16})-(\d{3})\.(avif|webp)$/;

/** Serves uploaded pictures, as the site has encoded them (O20). A name always means the same picture. */
export function pictureRoutes(
  app: FastifyInstance,
  { db, pictureWork }: Pick<Deps, 'db' | 'pictureWork'>,
): void {
  app.addHook('onClose', async () => pictureWork.stop());
  app.get<{ Params: { file: string } }>('/pictures/:file', async ({ params }, reply) => {
    const [, name = '', px, format] = FILE.exec(params.file) ?? fail('notFound');
    const bytes = await findPictureFile(db, { name, px: Number(px), format: format as 'avif' | 'webp' });
    if (!bytes) return fail('notFound');
    void reply.headers({
      'content-type': `image/${format}`,
      'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
      'content-security-policy': PICTURE_POLICY,
    });
    return reply.send(bytes);
  });
}
