import type { ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { LIVE_BEAT_MS, liveEvents, type LiveEventName, type LiveEventOf } from '#/contract/live.ts';
import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { fail } from './errors.ts';

/** The open event streams of this process. Other processes have their own. */
export interface Live {
  /** Publishes events to every open page, in one write. `dataOf` are called once for each language among them. */
  publish: <N extends LiveEventName>(name: N, ...dataOf: ((locale: Locale) => LiveEventOf<N>)[]) => void;
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
const RETRY_AFTER_S = 30;
/** Writes in a row before the event loop serves others: about 2 ms. */
const SLICE = 128;

/**
 * Makes a writer to many receivers that leaves the event loop to requests between slices of them. The texts reach each
 * receiver in the order in which they were given.
 * @param write must accept a receiver that is gone by then
 * @returns the writer; a text for few receivers is written at once if none is waiting
 */
function fanOut<Receiver>(
  write: (receiver: Receiver, text: string) => void,
): (receivers: readonly Receiver[], text: string) => void {
  const waiting: { receivers: readonly Receiver[]; text: string; written: number }[] = [];
  const writeSlice = () => {
    let left = SLICE;
    for (let first = waiting[0]; first && left > 0; first = waiting[0]) {
      const slice = first.receivers.slice(first.written, first.written + left);
      for (const receiver of slice) write(receiver, first.text);
      first.written += slice.length;
      left -= slice.length;
      if (first.written === first.receivers.length) waiting.shift();
    }
    if (waiting.length > 0) setImmediate(writeSlice);
  };
  return (receivers, text) => {
    if (receivers.length === 0) return;
    waiting.push({ receivers, text, written: 0 });
    if (waiting.length === 1) writeSlice();
  };
}

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
  let beat: ReturnType<typeof setInterval> | undefined;

  const remove = (response: ServerResponse) => {
    const listener = listeners.get(response);
    if (!listener) return;
    listeners.delete(response);
    if (listener.sessionId !== null) players -= 1;
    const left = (ofAddress.get(listener.address) ?? 1) - 1;
    if (left > 0) ofAddress.set(listener.address, left);
    else ofAddress.delete(listener.address);
    if (listeners.size > 0) return;
    clearInterval(beat);
    beat = undefined;
  };
  const write = fanOut((response: ServerResponse, text: string) => {
    if (!listeners.has(response)) return;
    response.write(text);
    if (response.writableLength <= MAX_BUFFERED_BYTES) return;
    dropped += 1;
    remove(response);
    response.destroy();
  });
  const those = (isMeant: (listener: Listener) => boolean) =>
    [...listeners].filter(([, listener]) => isMeant(listener)).map(([response]) => response);

  return {
    publish: (name, ...dataOf) => {
      if (dataOf.length === 0) return;
      for (const locale of LOCALES) {
        const readers = those((listener) => listener.locale === locale);
        if (readers.length > 0) write(readers, dataOf.map((of) => eventText(name, of(locale))).join(''));
      }
    },
    tell: (name, sessions, data) => {
      if (sessions.size === 0) return;
      const readers = those(({ sessionId }) => sessionId !== null && sessions.has(sessionId));
      write(readers, eventText(name, data));
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
      // tells pages that their stream is alive, and finds those that are gone
      beat ??= setInterval(() => write([...listeners.keys()], eventText('beat', {})), LIVE_BEAT_MS).unref();
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
