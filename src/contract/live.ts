import * as z from 'zod/mini';
import { drop } from './cases.ts';
import { serversStatisticReply } from './landing.ts';
import { LOCALES } from './locale.ts';

/**
 * The stream of server-sent events of a page: `GET /api/v1/live?locale=uk`. Each event is one JSON text; whoever
 * connects is told the state of the servers at once.
 */
export const LIVE_PATH = '/api/v1/live';
export const liveQuery = z.strictObject({ locale: z.optional(z.enum(LOCALES)) });

/** Events by their name, with what their data holds. */
export const liveEvents = { servers: serversStatisticReply, drop } as const;
export type LiveEventName = keyof typeof liveEvents;
export type LiveEventOf<N extends LiveEventName> = z.output<(typeof liveEvents)[N]>;
