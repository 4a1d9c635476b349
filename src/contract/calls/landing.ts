import {
  heartbeatBody,
  heartbeatReply,
  landingDataReply,
  serversReply,
  serversStatisticReply,
  termsNoticesReply,
} from '#/contract/landing.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';

/** Calls of the landing page and of every selector of servers. */
export const landingCalls = {
  servers: { method: 'GET', path: '/api/v1/servers', access: 'public', shared: true, reply: serversReply },
  serversStatistic: {
    method: 'GET',
    path: '/api/v1/servers-statistic',
    access: 'public',
    shared: true,
    reply: serversStatisticReply,
  },
  landingData: {
    method: 'GET',
    path: '/api/v1/landing-data',
    access: 'public',
    shared: true,
    reply: landingDataReply,
  },
  termsNotices: {
    method: 'GET',
    path: '/api/v1/terms-notices',
    access: 'public',
    shared: true,
    reply: termsNoticesReply,
  },
  /** Called by game servers. The bearer is the server's key; a wrong key is answered with 403. */
  heartbeat: {
    method: 'POST',
    path: '/api/v1/servers/heartbeat',
    access: 'public',
    body: heartbeatBody,
    reply: heartbeatReply,
  },
} as const satisfies Record<string, Endpoint>;
