import { isDeepStrictEqual } from 'node:util';
import type { LightMyRequestResponse } from 'fastify';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import type { Player } from '../../support/app/factories.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import type { ModelOrder, ModelPlayer } from './books.ts';

/** Weights of the acts, about a hundred in total. */
export const WEIGHTS = {
  signUp: 8,
  saveInviter: 2,
  order: 18,
  pay: 8,
  payOtherSum: 2,
  payFails: 2,
  refund: 7,
  failRefund: 5,
  chargeBack: 6,
  winDispute: 5,
  buyWithCoins: 8,
  openCases: 12,
  swapPrizes: 6,
  repeatCall: 6,
  letTimePass: 9,
};
export type Act = keyof typeof WEIGHTS;

/**
 * Numbers that choose a player, one of their things and an amount, each taken modulo the number of choices.
 */
export interface Step {
  act: Act;
  who: number;
  which: number;
  size: number;
}

/** A call with a key that was answered. */
interface KeyedCall {
  player: Player;
  url: string;
  body: object;
  key: string;
  answer: unknown;
  atMs: number;
}

export interface ModelRun {
  site: TestApp;
  players: (ModelPlayer & Player & { code: string })[];
  orders: ModelOrder[];
  calls: KeyedCall[];
  /** A discount code of this run alone. */
  discountCode: string;
}

let namesMade = 0;
/** A name that no other run of this process has. */
export const newName = (): string => `${process.pid}-${++namesMade}`;

export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

export const nowMs = ({ site }: ModelRun) => site.deps.now().getTime();
export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

export function expectOk(what: string, reply: LightMyRequestResponse, isOk: boolean): boolean {
  if (reply.statusCode >= 500 || (reply.statusCode === 200) !== isOk)
    throw new Disagreement(
      `${what} was to be ${isOk ? 'done' : 'refused'}: ${reply.statusCode} ${reply.body}`,
    );
  return isOk;
}

export const expectSame = (what: string, is: unknown, mustBe: unknown) => {
  if (!isDeepStrictEqual(is, mustBe))
    throw new Disagreement(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(mustBe)}`);
};

/** Calls with a new key; what was answered may be asked for again. */
export async function callOnce(
  run: ModelRun,
  player: Player,
  url: string,
  body: object,
): Promise<LightMyRequestResponse> {
  const key = `model-${newName()}`;
  const reply = await run.site.post(url, body, { ...player.headers, [IDEMPOTENCY_HEADER]: key });
  if (reply.statusCode === 200)
    run.calls.push({ player, url, body, key, answer: reply.json(), atMs: nowMs(run) });
  return reply;
}
