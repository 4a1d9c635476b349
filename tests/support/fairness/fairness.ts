import type { LightMyRequestResponse } from 'fastify';
import type { DrawRecord, FairCurrent } from '#/contract/fairness.ts';
import type { Player } from './factories.ts';
import type { TestApp } from './testApp.ts';

/** What the next draw of a player will be made with. */
export async function liveOf(site: TestApp, { headers }: Player): Promise<FairCurrent> {
  return (await site.get('/api/v1/fair/current', headers)).json();
}

export function giveSeed(site: TestApp, player: Player, body: object): Promise<LightMyRequestResponse> {
  return site.post('/api/v1/fair/client-seed', body, player.headers);
}

export function rotate(site: TestApp, player: Player, body: object): Promise<LightMyRequestResponse> {
  return site.post('/api/v1/fair/rotate', body, player.headers);
}

/** A page of the draws of an epoch. */
export async function drawsOf(
  site: TestApp,
  epochId: string,
  from = 0,
): Promise<{ draws: DrawRecord[]; nextFrom: number | null }> {
  return (await site.get(`/api/v1/fair/draws?epoch=${epochId}&from=${from}`)).json();
}
