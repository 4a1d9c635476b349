import type { FairCurrent } from '#/contract/fairness.ts';
import { createPlayer, type Player } from '../../support/app/factories.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import type { Ask, Note } from './verifier.ts';

export interface PlayFigures {
  players: number;
  /** Pieces that each opens one after the other on each day, and how many openings of a hundred. */
  singles: number;
  hundreds: number;
}

interface Gambler {
  player: Player;
  /** Whether the player chooses seeds. If not, the site gives them. */
  hasOwnSeed: boolean;
  notes: Note[];
}

/** Sends a stranger's requests. */
export function askAt(url: string): Ask {
  return async (path) => {
    const reply = await fetch(url + path);
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
}

async function say<T>(url: string, { headers }: Player, path: string, body?: object): Promise<T> {
  const reply = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}

const HOUR_MS = 3600 * 1000;
const CASES = [1, 2];

/**
 * Two days of several players at once over HTTP. They open one and many at a time, change their seeds and end
 * their epochs.
 * @returns what each player noted, by epoch; all of these epochs have ended
 */
export async function playTwoDays(
  site: TestApp,
  url: string,
  figures: PlayFigures,
): Promise<Map<string, Note[]>> {
  const gamblers: Gambler[] = [];
  for (let at = 0; at < figures.players; at++) {
    const pieces = 4 * figures.singles + 2 * figures.hundreds * 100 + 4;
    const player = await createPlayer(site.deps, Object.fromEntries(CASES.map((id) => [id, pieces])));
    gamblers.push({ player, hasOwnSeed: at > 0, notes: [] });
  }
  for (const day of ['one', 'two']) {
    await Promise.all(gamblers.map((gambler) => playDay(url, gambler, figures, day)));
    // from noon to the next day, while their sessions last, and to the one after it
    site.advanceMs(13 * HOUR_MS);
  }
  site.advanceMs(24 * HOUR_MS);
  const ofEpoch = new Map<string, Note[]>();
  for (const note of gamblers.flatMap(({ notes }) => notes))
    ofEpoch.set(note.epochId, [...(ofEpoch.get(note.epochId) ?? []), note]);
  return ofEpoch;
}

async function playDay(url: string, gambler: Gambler, figures: PlayFigures, day: string): Promise<void> {
  const { player, hasOwnSeed, notes } = gambler;
  const live = () => say<FairCurrent>(url, player, '/api/v1/fair/current');
  const giveSeed = async (clientSeed: string) => {
    const { commitment } = (await live()).epoch;
    if (hasOwnSeed) await say(url, player, '/api/v1/fair/client-seed', { commitment, clientSeed });
  };
  const openOne = async (case_id: number) => {
    const { fair } = await say<{ fair: Note }>(url, player, '/api/v1/cases/open/', { case_id });
    notes.push(fair);
  };
  const openMany = async (case_id: number, count: number) => {
    const body = { case_id, count };
    const { fair } = await say<{ fair: Note[] }>(url, player, '/api/v1/cases/open-multiple/', body);
    notes.push(...fair);
  };
  const rotate = async (seed?: string) => {
    const { commitment } = (await live()).epoch;
    const clientSeed = hasOwnSeed && seed ? { clientSeed: seed } : {};
    await say(url, player, '/api/v1/fair/rotate', { commitment, ...clientSeed });
  };

  await giveSeed(`first-${day}`);
  for (const caseId of CASES) for (let piece = 0; piece < figures.singles; piece++) await openOne(caseId);
  // in the middle of an epoch
  await giveSeed(`second-${day}`);
  await openOne(1);
  for (let many = 0; many < figures.hundreds; many++) await openMany(CASES[many % CASES.length]!, 100);
  await rotate(`third-${day}`);
  await Promise.all(
    CASES.flatMap((caseId) => Array.from({ length: figures.singles }, () => openOne(caseId))),
  );
  await rotate();
}
