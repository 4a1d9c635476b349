import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { asc, eq, isNotNull } from 'drizzle-orm';
import type { GameIdentity } from '#/contract/gameLink.ts';
import { listGameKeys, makeGameKey, revokeGameKey } from '#/server/domain/gameServers/gameKeys.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { demoPlayer } from './demoPlayer.ts';

/** Behaviours of a simulated game (src/games/simulated/game.js). */
export const MOODS = ['quick', 'slow', 'full', 'forgetful', 'lying', 'offline'] as const;
export type Mood = (typeof MOODS)[number];

/** A simulated game as its page shows it. */
export interface SeenGame {
  server: string;
  identity: GameIdentity;
  mood: Mood;
  /** Logins of the players who are in the game. */
  present: string[];
  held: { login: string; premium: string | null; things: string[] }[];
  /** Last lines of its console. */
  lines: string[];
}

/** The simulated games of the demonstration. They run in a process of their own and speak the real protocol. */
export interface SimulatedGames {
  look: () => readonly SeenGame[];
  join: (server: string, login: string) => void;
  leave: (server: string, login: string) => void;
  /** Lets a player type a code of the site into the chat (D15). */
  link: (server: string, login: string, code: string) => void;
  behave: (server: string, mood: Mood) => void;
  stop: () => Promise<void>;
}

/** Label of their keys. */
export const SIMULATED_LABEL = 'simulated game';
/** After this time a game that does not stop is killed. */
const STOP_TIMEOUT_MS = 5000;

/**
 * Starts a simulated game for every server with an address, except servers with a key of their own, because a real
 * game asks there. The demo player is in the game of their server.
 * @param ownUrl address of this site
 */
export async function startSimulatedGames(deps: Deps, ownUrl: string): Promise<SimulatedGames> {
  const open = await deps.db
    .select({ key: servers.key })
    .from(servers)
    .where(isNotNull(servers.address))
    .orderBy(asc(servers.sortOrder));
  const child = fork(join(projectRoot, 'src/games/simulated/server.js'), { stdio: 'inherit' });
  let seen: readonly SeenGame[] = [];
  child.on('message', (message: { games: SeenGame[] }) => {
    seen = message.games;
  });
  child.on('error', (error) => deps.log.error(error, 'the simulated games do not run'));
  const folder = join(deps.config.dataDir, 'games');
  for (const [at, { key: server }] of open.entries()) {
    const made = await renewKey(deps, server);
    if (!made) continue;
    const { id: key, secret } = made;
    // the second server shows the other way to find players
    const identity: GameIdentity = at === 1 ? 'link' : 'login';
    tell(child, { command: 'start', server, identity, url: ownUrl, key, secret, folder });
  }
  tell(child, { command: 'join', server: demoPlayer.serverKey, login: demoPlayer.login });
  return {
    look: () => seen,
    join: (server, login) => tell(child, { command: 'join', server, login }),
    leave: (server, login) => tell(child, { command: 'leave', server, login }),
    link: (server, login, code) => tell(child, { command: 'link', server, login, code }),
    behave: (server, mood) => tell(child, { command: 'behave', server, mood }),
    stop: () => stop(child),
  };
}

const tell = (child: ChildProcess, message: object) => void (child.connected && child.send(message));

/**
 * Makes a key for this run. The previous run's key ends, because its secret is lost.
 * @returns undefined if the server has another key, because a game of the operator asks there
 */
function renewKey(deps: Deps, serverKey: string): Promise<{ id: string; secret: string } | undefined> {
  return withTx(deps.pool, async (tx) => {
    await tx.select().from(servers).where(eq(servers.key, serverKey)).for('update');
    const keys = await listGameKeys(tx, serverKey);
    const live = keys.filter(
      ({ revokedAt, notAfter }) => !revokedAt && !(notAfter && notAfter <= deps.now()),
    );
    for (const { id, label } of live) if (label === SIMULATED_LABEL) await revokeGameKey(tx, deps, id);
    if (live.some(({ label }) => label !== SIMULATED_LABEL)) return undefined;
    return makeGameKey(tx, deps, {
      serverKey,
      label: SIMULATED_LABEL,
      scopes: ['deliver', 'players', 'link'],
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || !child.connected) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  tell(child, { command: 'stop' });
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(impatience);
}
