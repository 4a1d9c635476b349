import { createServer, request, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gamePath } from '#/contract/game.ts';
import type { randomOf } from '../../support/app/random.ts';

/** Faults that the connection adds to a request or its answer. */
export const MISCHIEF = [
  'loses the request',
  'loses the answer',
  'doubles the request',
  'delays the request',
  'cuts the answer off',
  'changes the request',
  'changes the answer',
  'forges an answer',
  'replays an answer',
  'replays a request',
  'forges a request',
] as const;
export type Mischief = (typeof MISCHIEF)[number];

/** How many of a thousand requests suffer each fault while the line is bad. */
const BAD_PER_MILLE = 150;
const MOST_DELAY_MS = 150;

interface Sent {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
interface Answer {
  status: number;
  body: Buffer;
}

export interface Wire {
  url: string;
  /** Random mischief happens only while the line is bad. */
  isBad: boolean;
  /** Does this to the next request that carries results or may bring work. */
  doNext: (mischief: Mischief) => void;
  /** Resolves when the site has recorded results and has not answered yet. */
  untold: () => Promise<void>;
  /** Loses the next answer that contains this text. Resolves when it is lost. */
  loseAnswerWith: (text: string) => Promise<void>;
  counts: Record<Mischief, number>;
  /** Forged and repeated requests that the site took. */
  taken: string[];
  close: () => void;
}

/**
 * Opens a connection between a game server and the site, with an attacker who knows no key.
 * @param siteUrl address of the site
 */
export async function openWire(siteUrl: string, random: ReturnType<typeof randomOf>): Promise<Wire> {
  const queued: Mischief[] = [];
  const requests: Sent[] = [];
  const answers: Answer[] = [];
  let tellUntold: (() => void) | undefined;
  let unwanted: { text: string; tellLost: () => void } | undefined;

  const forward = ({ path, headers, body }: Sent, begun?: (status: number, chunk: Buffer) => void) =>
    new Promise<Answer>((resolve, reject) => {
      const { 'content-type': type, 'onerp-key': key, 'onerp-sign': sign } = headers;
      const passed = { 'content-type': type, 'onerp-key': key, 'onerp-sign': sign };
      const sent = request(
        new URL(path, siteUrl),
        { method: 'POST', headers: passed, agent: false },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            begun?.(reply.statusCode!, chunk);
          });
          reply.on('end', () => resolve({ status: reply.statusCode!, body: Buffer.concat(chunks) }));
          reply.on('error', reject);
          reply.on('aborted', () => reject(new Error('cut off')));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  const isToBeLost = ({ body }: Answer): boolean => {
    if (!unwanted || !body.includes(unwanted.text)) return false;
    unwanted.tellLost();
    unwanted = undefined;
    return true;
  };

  /** A request that the site must refuse. */
  const mustRefuse = async (what: string, sent: Sent): Promise<void> => {
    const { status, body } = await forward(sent);
    if (status === 200 && !/\\"error\\":/.test(body.toString('utf8')))
      wire.taken.push(`${what}: ${sent.path}`);
  };
  const flipped = (body: Buffer): Buffer => {
    const changed = Buffer.from(body);
    const at = random.below(changed.length);
    changed[at] = changed[at]! ^ 1;
    return changed;
  };
  const forgedAnswer = (): Answer => {
    const player = { login: 'player1', player: 'license2:p1', character: null };
    const gift = { no: 999_999, attempt: 1, kind: 'give', code: 'unban', count: 9, params: {}, player };
    const content = { results: [], deliveries: [gift], cancel: [], settledThrough: 1e9, rival: null };
    const body = JSON.stringify({ sign: 'ab'.repeat(32), body: JSON.stringify(content) });
    return { status: 200, body: Buffer.from(body) };
  };
  const forgedRequest = (): Sent => {
    const body = JSON.stringify({ v: 1, results: [{ no: 1, attempt: 1, outcome: 'done' }] });
    const headers = { ...requests.at(-1)?.headers, 'onerp-sign': 'cd'.repeat(32) };
    return { path: gamePath('report'), headers, body: Buffer.from(body) };
  };

  /** @returns the answer that the game server gets; undefined: none */
  async function carry(sent: Sent, mischief: Mischief | undefined): Promise<Answer | undefined> {
    switch (mischief) {
      case 'loses the request':
        return undefined;
      case 'loses the answer':
        await forward(sent);
        return undefined;
      case 'doubles the request': {
        const [first] = await Promise.all([forward(sent), forward(sent).catch(() => {})]);
        return first;
      }
      case 'delays the request':
        await sleep(random.below(MOST_DELAY_MS));
        return forward(sent);
      case 'cuts the answer off': {
        const { status, body } = await forward(sent);
        return { status, body: body.subarray(0, random.below(body.length)) };
      }
      case 'changes the request':
        await mustRefuse('changed', { ...sent, body: flipped(sent.body) });
        return undefined;
      case 'changes the answer': {
        const { status, body } = await forward(sent);
        const text = body.toString('utf8').trimStart();
        return { status, body: flipped(Buffer.from(text)) };
      }
      case 'forges an answer':
        return forgedAnswer();
      case 'replays an answer':
        return answers[random.below(answers.length)] ?? forgedAnswer();
      case 'replays a request':
        if (requests.length > 1) await mustRefuse('replayed', requests[random.below(requests.length - 1)]!);
        return forward(sent);
      case 'forges a request':
        await mustRefuse('forged', forgedRequest());
        return forward(sent);
      default:
        return undefined;
    }
  }

  async function serve(sent: Sent, response: ServerResponse): Promise<void> {
    const text = sent.body.toString('utf8');
    const carriesResults = text.includes('"outcome"');
    // what is done to the rest proves little
    const matters = carriesResults || (sent.path === gamePath('pull') && !text.includes('"max":0'));
    const forced = matters ? queued.shift() : undefined;
    const isHit = wire.isBad && random.below(1000) < BAD_PER_MILLE;
    const mischief = forced ?? (isHit ? MISCHIEF[random.below(MISCHIEF.length)] : undefined);
    const isUntold = carriesResults && tellUntold !== undefined && !mischief;
    if (isUntold) {
      await forward(sent);
      tellUntold?.();
      tellUntold = undefined;
      return void response.destroy();
    }
    if (mischief) {
      wire.counts[mischief] += 1;
      const answer = await carry(sent, mischief);
      // some mischief leaves the answer as it is
      if (!answer || isToBeLost(answer)) return void response.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      return void response.end(answer.body);
    }
    const held: Buffer[] = [];
    const answer = await forward(sent, (status, chunk) => {
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json' });
      // an answer that may be lost is held back until it is whole, without its padding
      if (unwanted && chunk.toString('utf8').trim() !== '') held.push(chunk);
      else response.write(chunk);
    });
    if (isToBeLost(answer)) return void response.destroy();
    for (const chunk of held) response.write(chunk);
    answers.push(answer);
    if (answers.length > 50) answers.shift();
    if (!response.headersSent) response.writeHead(answer.status);
    response.end();
    // a hello begins anew, whether original or replayed
    if (sent.path !== gamePath('hello')) requests.push(sent);
    if (requests.length > 50) requests.shift();
  }

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const sent = { path: incoming.url!, headers: incoming.headers, body: Buffer.concat(chunks) };
      // the site may be dead
      serve(sent, response).catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const wire: Wire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isBad: false,
    doNext: (mischief) => queued.push(mischief),
    untold: () =>
      new Promise((resolve) => {
        tellUntold = resolve;
      }),
    loseAnswerWith: (text) =>
      new Promise((tellLost) => {
        unwanted = { text, tellLost };
      }),
    counts: Object.fromEntries(MISCHIEF.map((mischief) => [mischief, 0])) as Wire['counts'],
    taken: [],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return wire;
}
