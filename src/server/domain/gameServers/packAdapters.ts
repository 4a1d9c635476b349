import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

const GAMES = join(projectRoot, 'src/games');
/** Time of every file in the zip, without a zone, so that the same sources give the same bytes everywhere. */
const FILE_TIME = '2026-01-01T00:00:00';

/** A zip for the operator of a game server. */
export interface PackedAdapter {
  /** fivem or ragemp. */
  game: string;
  fileName: string;
  bytes: Uint8Array;
}

/** Packs the adapter of each game with its README and the protocol. */
export function packAdapters(): PackedAdapter[] {
  // the simulated game has no adapter of its own
  const games = readdirSync(GAMES).filter((game) => existsSync(join(GAMES, game, 'onerp')));
  return games.toSorted().map((game) => ({
    game,
    fileName: `onerp-${game}.zip`,
    bytes: zipSync(filesOf(game), { mtime: FILE_TIME }),
  }));
}

function filesOf(game: string): Zippable {
  const adapter = readdirSync(join(GAMES, game, 'onerp'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const names = adapter.map((path) => path.slice(join(GAMES, game, '/').length).replaceAll('\\', '/'));
  return Object.fromEntries([
    ['PROTOCOL.md', read(join(GAMES, 'PROTOCOL.md'))],
    ['README.md', read(join(GAMES, game, 'README.md'))],
    ...adapter.map((path, at) => [names[at]!, read(path)] as const),
  ]);
}

const read = (path: string): Uint8Array => new Uint8Array(readFileSync(path));
