import * as z from 'zod/mini';
import { drop } from './cases.ts';
import { serversStatisticReply } from './landing.ts';
import { LOCALES } from './kernel/locale.ts';

/**
 * Path of the server-sent events of a page: `GET /api/v1/live?locale=uk`. The data of each event are JSON. A new
 * connection receives the state of the servers first.
 */
export const LIVE_PATH = '/api/v1/live';
export const liveQuery = z.strictObject({ locale: z.optional(z.enum(LOCALES)) });

/** Schemas of the events' data, by the event's name. */
export const liveEvents = { servers: serversStatisticReply, drop } as const;
export type LiveEventName = keyof typeof liveEvents;
export type LiveEventOf<N extends LiveEventName> = z.output<(typeof liveEvents)[N]>;
