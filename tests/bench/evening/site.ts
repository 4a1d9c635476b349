import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type BuiltSite, startSite } from '../reads/builtSite.ts';
import type { Programs } from './machine.ts';
import type { Scale } from './scale.ts';
import type { StreamCounts } from './streams.ts';
import type { Seen, Step } from './visitors.ts';

const GAME_SERVERS = ['everest', 'harbor', 'mesa', 'delta'];
const MOST_ONLINE = 1000;

/** The site in some processes, with its open pages and its visitors. */
export interface Evening {
  ports: readonly number[];
  programs: Programs;
  run: (step: Step, whileRunning?: () => Promise<void>) => Promise<Seen>;
  streams: () => Promise<StreamCounts>;
  stop: () => Promise<void>;
}

interface Place {
  url: URL;
  folder: string;
  firstPort: number;
  postgres: number;
  scale: Scale;
}

/** Starts the site in a number of processes, opens the streams, and brings the visitors. */
export async function startEvening(
  { url, folder, firstPort, postgres, scale }: Place,
  processes: number,
): Promise<Evening> {
  const list = await serveList();
  const settings = {
    LIVE_STREAMS_PER_ADDRESS: String(scale.streams),
    LIVE_STREAMS: String(scale.streams),
    DATA_DIR: join(folder, 'site'),
    LOG_LEVEL: 'warn',
    GAME_SERVERS: GAME_SERVERS.map((key) => `${key}=ragemp:${addressOf(key)}`).join(' '),
    RAGEMP_LIST_URL: list.url,
  };
  const sites: BuiltSite[] = [];
  for (let at = 0; at < processes; at++) sites.push(await startSite(url, firstPort + at, folder, settings));
  const ports = sites.map(({ port }) => port);
  const streams = await startChild('streams.ts', [ports.join(','), String(scale.streams)]);
  const visitors = fork(join(import.meta.dirname, 'visitors.ts'), [ports.join(',')]);
  visitors.send(scale);
  await told(visitors, 'the visitors');
  return {
    ports,
    programs: {
      sites: sites.map(({ pid }) => pid),
      postgres,
      load: [streams.pid!, visitors.pid!, process.pid],
    },
    run: async (step, whileRunning) => {
      visitors.send(step);
      // puzzles are solved before the step begins
      await told(visitors, 'the visitors');
      const watched = whileRunning?.();
      const seen = await told<Seen>(visitors, 'the visitors');
      await watched;
      return seen;
    },
    streams: async () => {
      streams.send('count');
      return told<StreamCounts>(streams, 'the streams');
    },
    stop: async () => {
      streams.disconnect();
      visitors.disconnect();
      for (const site of sites) await site.stop();
      list.close();
    },
  };
}

async function startChild(file: string, args: readonly string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, file), args);
  await told(child, file);
  return child;
}

/** The next message of a process. */
async function told<T>(child: ChildProcess, name: string): Promise<T> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error(`${name} ended`));
  child.once('exit', onExit);
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [T];
    return message;
  } finally {
    child.off('exit', onExit);
  }
}

const addressOf = (key: string) => `${key}.one-rp.example:22005`;

/** The list of game servers, whose players come and go, so that every open page is told. */
async function serveList(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, reply) => {
    const players = () => ({ players: Math.floor(Math.random() * MOST_ONLINE), maxplayers: MOST_ONLINE });
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify(Object.fromEntries(GAME_SERVERS.map((key) => [addressOf(key), players()]))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
