import * as z from 'zod/mini';
import { drop } from './cases.ts';
import { serversStatisticReply } from './landing.ts';
import { LOCALES } from './kernel/locale.ts';
import { SWITCHES } from './kernel/switches.ts';

/**
 * Path of the server-sent events of a page: `GET /api/v1/live?locale=uk`. The data of each event are JSON. A new
 * connection receives the state of the servers and the closed parts of the site first.
 */
export const LIVE_PATH = '/api/v1/live';
/** Interval of the event `beat`. Shorter than the idle time-outs of common proxies (60 s). */
export const LIVE_BEAT_MS = 20_000;
export const liveQuery = z.strictObject({ locale: z.optional(z.enum(LOCALES)) });

/** Schemas of the events' data, by the event's name. */
export const liveEvents = {
  servers: serversStatisticReply,
  drop,
  /** The signed-in player of this page has news (C15). It says nothing else, because a stream outlives its session. */
  news: z.strictObject({}),
  /** All parts of the site that are closed now (O27). */
  closed: z.array(z.enum(SWITCHES)),
  /** The stream still reaches the page. A stream without any event for longer than LIVE_BEAT_MS is held back or dead. */
  beat: z.strictObject({}),
} as const;
export type LiveEventName = keyof typeof liveEvents;
export type LiveEventOf<N extends LiveEventName> = z.output<(typeof liveEvents)[N]>;
