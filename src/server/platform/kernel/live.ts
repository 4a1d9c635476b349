import type { ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { liveEvents, type LiveEventName, type LiveEventOf } from '#/contract/live.ts';
import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { fail } from './errors.ts';

/** The open event streams of this process. Other processes have their own. */
export interface Live {
  /** Publishes an event to every open page. `dataOf` is called once for each language among them. */
  publish: <N extends LiveEventName>(name: N, dataOf: (locale: Locale) => LiveEventOf<N>) => void;
  /** Sends an event to the open pages of these sessions. */
  tell: <N extends LiveEventName>(name: N, sessions: ReadonlySet<number>, data: LiveEventOf<N>) => void;
  /** Sets the data that a new connection is sent first for this event. */
  greetWith: <N extends LiveEventName>(name: N, dataOf: (locale: Locale) => Promise<LiveEventOf<N>>) => void;
  /** The events of `greetWith`, with their current data. */
  greetingOf: (locale: Locale) => Promise<string>;
  /** @throws AppError tooManyRequests or busy (with Retry-After) if no more streams are allowed */
  refuseWhenFull: (address: string) => void;
  /** Adds a response whose head is sent, until it or the hub is closed. */
  add: (response: ServerResponse, listener: Listener) => void;
  /** Streams open now, those of signed-in players, and streams closed since the start because their client did not read. */
  counts: () => { open: number; players: number; dropped: number };
  /** Ends every stream and accepts no more. */
  close: () => void;
}

/** An open page. */
export interface Listener {
  address: string;
  locale: Locale;
  /** The session of its player; null for a visitor. */
  sessionId: number | null;
}

export interface LiveLimits {
  /** Open streams of this process. */
  inAll: number;
  /**
   * Open streams of one address: enough for a household or a café. Larger networks behind one address fall back to
   * polling.
   */
  perAddress: number;
}

/** Bytes that may be buffered for one client: a few hundred events. */
const MAX_BUFFERED_BYTES = 64 * 1024;
/**
 * Interval of the pings. Shorter than the idle time-outs of common proxies (60 s); also finds clients that are gone.
 */
const HEARTBEAT_MS = 20_000;
const RETRY_AFTER_S = 30;

/** Writes an event in the form of a stream. JSON has no line breaks. */
function eventText<N extends LiveEventName>(name: N, data: LiveEventOf<N>): string {
  return `event: ${name}\ndata: ${JSON.stringify(z.parse(liveEvents[name], data))}\n\n`;
}

/**
 * Creates the hub.
 * @param limits limits of this process; `perAddress` is already multiplied by RATE_LIMIT_SCALE
 */
export function createLive({ inAll, perAddress }: LiveLimits): Live {
  const listeners = new Map<ServerResponse, Listener>();
  const ofAddress = new Map<string, number>();
  let players = 0;
  const greetings = new Map<LiveEventName, (locale: Locale) => Promise<string>>();
  let dropped = 0;
  let isClosed = false;
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  const remove = (response: ServerResponse) => {
    const listener = listeners.get(response);
    if (!listener) return;
    listeners.delete(response);
    if (listener.sessionId !== null) players -= 1;
    const left = (ofAddress.get(listener.address) ?? 1) - 1;
    if (left > 0) ofAddress.set(listener.address, left);
    else ofAddress.delete(listener.address);
    if (listeners.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  };
  const write = (response: ServerResponse, text: string) => {
    response.write(text);
    if (response.writableLength <= MAX_BUFFERED_BYTES) return;
    dropped += 1;
    remove(response);
    response.destroy();
  };

  return {
    publish: (name, dataOf) => {
      for (const locale of LOCALES) {
        const readers = [...listeners].filter(([, listener]) => listener.locale === locale);
        if (readers.length === 0) continue;
        const text = eventText(name, dataOf(locale));
        for (const [response] of readers) write(response, text);
      }
    },
    tell: (name, sessions, data) => {
      if (sessions.size === 0) return;
      const text = eventText(name, data);
      for (const [response, { sessionId }] of listeners)
        if (sessionId !== null && sessions.has(sessionId)) write(response, text);
    },
    greetWith: (name, dataOf) => {
      greetings.set(name, async (locale) => eventText(name, await dataOf(locale)));
    },
    greetingOf: async (locale) =>
      (await Promise.all([...greetings.values()].map((textOf) => textOf(locale)))).join(''),
    refuseWhenFull: (address) => {
      if ((ofAddress.get(address) ?? 0) >= perAddress)
        fail('tooManyRequests', { retryAfterSeconds: RETRY_AFTER_S });
      if (isClosed || listeners.size >= inAll) fail('busy', { retryAfterSeconds: RETRY_AFTER_S });
    },
    add: (response, listener) => {
      listeners.set(response, listener);
      if (listener.sessionId !== null) players += 1;
      ofAddress.set(listener.address, (ofAddress.get(listener.address) ?? 0) + 1);
      response.on('close', () => remove(response));
      // a client that is gone is no failure of the server
      response.on('error', () => remove(response));
      heartbeat ??= setInterval(() => {
        for (const reader of listeners.keys()) write(reader, ':\n\n');
      }, HEARTBEAT_MS).unref();
    },
    counts: () => ({ open: listeners.size, players, dropped }),
    close: () => {
      isClosed = true;
      for (const response of listeners.keys()) {
        remove(response);
        response.end();
      }
    },
  };
}
