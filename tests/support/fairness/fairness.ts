import type { LightMyRequestResponse } from 'fastify';
import type { DrawRecord, FairCurrent } from '#/contract/fairness.ts';
import type { Player } from '../app/factories.ts';
import type { TestApp } from '../app/testApp.ts';

/** Reads the live epoch of a player. */
export async function liveOf(site: TestApp, { headers }: Player): Promise<FairCurrent> {
  return (await site.get('/api/v1/fair/current', headers)).json();
}

export function giveSeed(site: TestApp, player: Player, body: object): Promise<LightMyRequestResponse> {
  return site.post('/api/v1/fair/client-seed', body, player.headers);
}

export function rotate(site: TestApp, player: Player, body: object): Promise<LightMyRequestResponse> {
  return site.post('/api/v1/fair/rotate', body, player.headers);
}

/** Reads a page of the draws of an epoch. */
export async function drawsOf(
  site: TestApp,
  epochId: string,
  from = 0,
): Promise<{ draws: DrawRecord[]; nextFrom: number | null }> {
  return (await site.get(`/api/v1/fair/draws?epoch=${epochId}&from=${from}`)).json();
}
