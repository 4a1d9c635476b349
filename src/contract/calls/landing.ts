import { serversReply, serversStatisticReply } from '../landing.ts';
import type { Endpoint } from '../endpoint.ts';

/** Calls of the landing page and of every selector of servers. */
export const landingCalls = {
  servers: { method: 'GET', path: '/api/v1/servers', access: 'public', reply: serversReply },
  serversStatistic: {
    method: 'GET',
    path: '/api/v1/servers-statistic',
    access: 'public',
    reply: serversStatisticReply,
  },
} as const satisfies Record<string, Endpoint>;
