import { ConfigError } from './configError.ts';

/** How the site learns the number of players of a game server. */
export type GameServerSource =
  /** The server reports itself with this key. */
  | { kind: 'heartbeat'; key: string }
  /** A FiveM server is asked at this address, without a slash at the end. */
  | { kind: 'fivem'; url: string }
  /** The RAGE MP master list is searched for this address, for example "1.2.3.4:22005". */
  | { kind: 'ragemp'; address: string };

export interface GameServerSettings {
  /** Sources by the key of the game server. */
  sources: ReadonlyMap<string, GameServerSource>;
  /** Interval of polls and of reports. */
  intervalMs: number;
  rageMpListUrl: string;
}

const SERVER_KEY = /^[a-z0-9_-]{1,32}$/;
const KEY = /^[\x21-\x7e]{16,200}$/;
const ADDRESS = /^[a-z0-9.-]{1,253}:\d{1,5}$/i;
const FORM = 'server=heartbeat:KEY, server=fivem:http://HOST:PORT or server=ragemp:HOST:PORT';

/**
 * Reads GAME_SERVERS: entries separated by white space.
 * @throws ConfigError with a sentence for each wrong entry, without its key
 */
export function gameServerSources(text: string): ReadonlyMap<string, GameServerSource> {
  const sources = new Map<string, GameServerSource>();
  const mistakes: string[] = [];
  for (const [at, entry] of text.split(/\s+/).filter(Boolean).entries()) {
    const [server, rest] = splitAt(entry, '=');
    // in a malformed entry the part before = may be the secret key, so it is not shown
    if (rest === undefined || !SERVER_KEY.test(server)) {
      mistakes.push(`entry ${at + 1} must look like ${FORM}`);
      continue;
    }
    const source = sourceOf(rest);
    if (typeof source === 'string') mistakes.push(`${server} ${source}`);
    else if (sources.has(server)) mistakes.push(`${server} is named twice`);
    else sources.set(server, source);
  }
  mistakes.push(...sharedKeys(sources));
  if (mistakes.length > 0)
    throw new ConfigError(mistakes.map((mistake) => `GAME_SERVERS: ${mistake}.`).join('\n'));
  return sources;
}

/**
 * Parses an entry.
 * @returns its source, or a sentence about its mistake
 */
function sourceOf(text: string): GameServerSource | string {
  const [kind, value = ''] = splitAt(text, ':');
  switch (kind) {
    case 'heartbeat':
      return KEY.test(value)
        ? { kind, key: value }
        : 'needs a key of 16 to 200 visible characters after heartbeat:';
    case 'fivem':
      return isHttpUrl(value)
        ? { kind, url: value.replace(/\/+$/, '') }
        : 'needs the address of the FiveM server after fivem:, as http://1.2.3.4:30120';
    case 'ragemp':
      return ADDRESS.test(value)
        ? { kind, address: value }
        : 'needs the address in the RAGE MP list after ragemp:, as 1.2.3.4:22005';
    default:
      return 'must have one of the sources heartbeat:, fivem:, ragemp:';
  }
}

function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { search, hash, username, password } = new URL(text);
  return !(search || hash || username || password);
}

/** Finds keys that several servers share. Each server needs its own key, so that none can report for another. */
function sharedKeys(sources: ReadonlyMap<string, GameServerSource>): string[] {
  const owners = new Map<string, string>();
  return [...sources].flatMap(([server, source]) => {
    if (source.kind !== 'heartbeat') return [];
    const owner = owners.get(source.key);
    owners.set(source.key, server);
    return owner === undefined ? [] : [`${owner} and ${server} must not have the same key`];
  });
}

/** Splits a text at the first separator; without one the second part is undefined. */
function splitAt(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
