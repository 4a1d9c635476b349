import { vi } from 'vitest';
import {
  createCaseOpening,
  type OpeningReply,
  type OpeningRequest,
} from '#/client/areas/cases/opening/caseOpening.ts';
import type { OpeningOutcome } from '#/client/areas/cases/opening/openingState.ts';
import type { Rarity, UserCaseDetails } from '#/contract/cases.ts';

export const itemIds = [11, 12, 13, 14];
export const details: UserCaseDetails = {
  case: {
    id: 7,
    name: 'Heist',
    description: '',
    imageName: 'heist',
    plate: 'HEIST 07',
    items: itemIds.map((id, place) => ({
      id,
      name: `item ${id}`,
      imageName: `item-${id}`,
      color: 'rare',
      sortOrder: place,
      tickets: 250_000,
    })),
  },
  count: 3,
  oddsHash: 'a'.repeat(64),
};

export const severalReply = (drawn: [itemId: number, color: Rarity][]): OpeningReply => ({
  caseItemIds: drawn.map(([id]) => id),
  coupons: drawn.map(([id, color]) => ({
    id: 900 + id,
    name: `item ${id}`,
    imageName: `item-${id}`,
    color,
    isSwapAvailable: true,
    premiumCoinsPrice: 5,
    draw: { epochId: 'e-1', nonce: id },
  })),
});

export const reply = (itemId: number): OpeningReply => severalReply([[itemId, 'rare']]);

export const failure = (code: string, status: number) => Object.assign(new Error(code), { code, status });

type Send = (request: OpeningRequest, key: string) => Promise<OpeningReply>;

/**
 * The opening of a case whose server is `send`, on a clock that only its pauses move.
 * @param left pieces of the case after an opening
 */
export function opening(send: Send, left?: number) {
  const published: OpeningOutcome[] = [];
  const revealed: number[] = [];
  const waits: number[] = [];
  const clock = { nowMs: 0 };
  let keys = 0;
  const spy = vi.fn<Send>(send);
  const store = createCaseOpening({
    send: spy,
    publish: (outcome) => {
      published.push(outcome);
      return left;
    },
    reveal: (prizes) => revealed.push(...prizes.map(({ id }) => id)),
    newKey: () => `key-${++keys}`,
    random: () => 0.5,
    nowMs: () => clock.nowMs,
    wait: async (ms) => {
      waits.push(ms);
      clock.nowMs += ms;
    },
  });
  return { store, send: spy, published, revealed, waits, clock };
}
