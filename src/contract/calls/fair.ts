import { dropsReply } from '../drops.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  clientSeedBody,
  drawsQuery,
  drawsReply,
  epochParams,
  epochsQuery,
  epochsReply,
  fairCurrent,
  fairDaysQuery,
  fairDaysReply,
  fairEpoch,
  fairStatsParams,
  fairStatsReply,
  oddsParams,
  oddsReply,
  proofQuery,
  proofReply,
  rotateBody,
  rotateReply,
} from '../fairRecords.ts';

/** Calls behind the fairness panel and the page that verifies; what is public holds no name (PF1). */
export const fairCalls = {
  fairCurrent: { method: 'GET', path: '/api/v1/fair/current', access: 'session', reply: fairCurrent },
  clientSeed: {
    method: 'POST',
    path: '/api/v1/fair/client-seed',
    access: 'session',
    body: clientSeedBody,
    reply: fairCurrent,
  },
  rotateSeed: {
    method: 'POST',
    path: '/api/v1/fair/rotate',
    access: 'session',
    body: rotateBody,
    reply: rotateReply,
  },
  fairEpochs: {
    method: 'GET',
    path: '/api/v1/fair/epochs',
    access: 'session',
    query: epochsQuery,
    reply: epochsReply,
  },
  fairEpoch: {
    method: 'GET',
    path: '/api/v1/fair/epochs/{id}',
    access: 'public',
    params: epochParams,
    reply: fairEpoch,
  },
  fairDraws: {
    method: 'GET',
    path: '/api/v1/fair/draws',
    access: 'public',
    query: drawsQuery,
    reply: drawsReply,
  },
  fairOdds: {
    method: 'GET',
    path: '/api/v1/fair/odds/{hash}',
    access: 'public',
    params: oddsParams,
    reply: oddsReply,
  },
  fairStats: {
    method: 'GET',
    path: '/api/v1/fair/stats/{caseId}',
    access: 'public',
    params: fairStatsParams,
    reply: fairStatsReply,
  },
  fairDays: {
    method: 'GET',
    path: '/api/v1/fair/days',
    access: 'public',
    query: fairDaysQuery,
    reply: fairDaysReply,
  },
  fairProof: {
    method: 'GET',
    path: '/api/v1/fair/proof',
    access: 'public',
    query: proofQuery,
    reply: proofReply,
  },
  /** The newest rare prizes; later ones come over the live stream. */
  drops: { method: 'GET', path: '/api/v1/drops', access: 'public', reply: dropsReply },
} as const satisfies Record<string, Endpoint>;
