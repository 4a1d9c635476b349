import { packAdapters } from '#/server/domain/gameServers/packAdapters.ts';
import { fail } from '#/server/platform/kernel/errors.ts';

/** Packs the adapter of a game. It holds no key. @throws AppError notFound */
export function packedAdapter(game: string): { fileName: string; bytes: string } {
  const found = packAdapters().find((one) => one.game === game);
  if (!found) return fail('notFound');
  return { fileName: found.fileName, bytes: Buffer.from(found.bytes).toString('base64') };
}
