import { beforeEach, expect, test, vi } from 'vitest';
import { createCaseOpening, type OpeningReply } from '#/client/areas/cases/opening/caseOpening.ts';
import { manualClock } from '#/client/stage/host/clock.ts';
import { createSpinDriver } from '#/client/stage/roulette/spin/spinDriver.ts';
import type { SpinPhase } from '#/client/stage/roulette/spin/timeline.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import type { UserCaseDetails } from '#/contract/cases.ts';

const items = [11, 12, 13, 14].map((id, place) => ({
  id,
  name: `item ${id}`,
  imageName: `item-${id}`,
  color: 'rare' as const,
  sortOrder: place,
  tickets: 250_000,
}));
const details: UserCaseDetails = {
  case: { id: 7, name: 'Heist', description: '', imageName: 'heist', plate: 'HEIST 07', items },
  count: 3,
  oddsHash: 'a'.repeat(64),
};
const WON_ID = 12;

/** The connection is cut at a time, and the roulette is in this phase then; the server answers after `answerMs`. */
const CUTS: readonly { phase: SpinPhase; atMs: number; answerMs: number }[] = [
  { phase: 'initial', atMs: -1, answerMs: 300 },
  { phase: 'accelerating', atMs: 400, answerMs: 700 },
  { phase: 'constant', atMs: 1500, answerMs: 1800 },
  // an answer that is late already
  { phase: 'constant', atMs: 9000, answerMs: 12_000 },
  { phase: 'decelerating', atMs: 4000, answerMs: 300 },
  { phase: 'final', atMs: 6300, answerMs: 300 },
  { phase: 'finished', atMs: 20_000, answerMs: 300 },
];

/** One player, one roulette and one server on one clock, with a connection that can be cut. */
function newCase(answerMs: number) {
  const clock = manualClock();
  const driver = createSpinDriver(items, tuning.roulette, clock);
  /** Prizes that the server has drawn, by the key of the request. */
  const drawn = new Map<string, OpeningReply>();
  const connection = { isCut: false, cut: () => {} };
  const published: unknown[] = [];
  const wait = (ms: number) => new Promise<void>((resolve) => clock.callAt(clock.nowMs() + ms, resolve));
  const offline = () => Object.assign(new Error('offline'), { code: 'offline', status: 0 });

  let keys = 0;
  const store = createCaseOpening({
    newKey: () => `key-${(keys += 1)}`,
    nowMs: () => clock.nowMs(),
    random: () => 0.9,
    wait,
    publish: (outcome) => published.push(outcome),
    reveal: () => {},
    async send(_, key) {
      if (connection.isCut) throw offline();
      const answer = drawn.get(key) ?? {
        caseItemIds: [WON_ID],
        coupons: [
          {
            id: 900 + drawn.size,
            name: 'item 12',
            imageName: 'item-12',
            color: 'rare',
            isSwapAvailable: true,
            premiumCoinsPrice: 5,
            draw: { epochId: 'e-1', nonce: drawn.size },
          },
        ],
      };
      // the request has arrived: what is lost from now on is the answer
      drawn.set(key, answer);
      const lost = new Promise<never>((_resolve, reject) => {
        connection.cut = () => reject(offline());
      });
      await Promise.race([wait(answerMs), lost]);
      return answer;
    },
  });
  driver.subscribe((phase) => {
    if (phase === 'finished') store.getState().enterPhase(phase);
  });
  driver.run();

  const settle = async () => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    const { outcome, spin } = store.getState();
    if (spin) driver.start(spin.id, 'full');
    if (outcome)
      driver.answer(
        items.findIndex(({ id }) => id === outcome.landOnId),
        1000,
        `draw ${spin?.id}`,
        !outcome.failure,
      );
  };
  return {
    driver,
    drawn,
    published,
    store,
    connection: {
      cut() {
        connection.isCut = true;
        connection.cut();
      },
      comeBack() {
        connection.isCut = false;
      },
    },
    async click() {
      void store.getState().click(details);
      await settle();
    },
    async pass(untilMs: number) {
      for (let atMs = clock.nowMs(); atMs < untilMs; atMs += 20) {
        clock.play(Math.min(untilMs, atMs + 20));
        await settle();
      }
    },
    nowMs: () => clock.nowMs(),
    /** The item under the needle, and whether it is lit as a prize. */
    underTheNeedle: () => ({
      itemId: items[driver.itemAt(driver.landedIndex())]?.id,
      isPrize: driver.sample(clock.nowMs()).isPrize,
    }),
  };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

for (const { phase, atMs, answerMs } of CUTS) {
  const name = `${phase}, at ${atMs} ms`;
  const isAnswered = answerMs < atMs;

  /** Clicks, lets the time pass until the cut, and cuts. */
  async function cutThere() {
    const reel = newCase(answerMs);
    if (atMs < 0) {
      reel.connection.cut();
      expect(reel.driver.phase()).toBe(phase);
      await reel.click();
    } else {
      await reel.click();
      await reel.pass(atMs);
      expect(reel.driver.phase()).toBe(phase);
      reel.connection.cut();
    }
    return reel;
  }

  test(`R7 a connection cut while ${name}: the roulette ends, and the player is told what they have`, async () => {
    const reel = await cutThere();
    await reel.pass(40_000);
    const { phase: told, outcome, unansweredCount } = reel.store.getState();
    expect(reel.driver.phase()).toBe('finished');
    expect(told).toBe('published');
    expect(reel.published).toHaveLength(1);
    if (isAnswered) {
      expect(outcome?.prizes).toHaveLength(1);
      expect(reel.underTheNeedle()).toEqual({ itemId: WON_ID, isPrize: true });
    } else {
      expect(outcome).toMatchObject({ failure: 'unanswered' });
      expect(outcome).not.toHaveProperty('prizes');
      expect(unansweredCount).toBe(1);
      expect(reel.underTheNeedle()).toEqual({ itemId: outcome?.landOnId, isPrize: false });
    }

    // when the connection is back, the next click brings what was asked for, and nothing besides
    if (isAnswered) return;
    reel.connection.comeBack();
    await reel.click();
    await reel.pass(reel.nowMs() + 30_000);
    expect(reel.store.getState()).toMatchObject({ phase: 'published', unansweredCount: null });
    expect(reel.store.getState().outcome?.prizes).toHaveLength(1);
    expect(reel.underTheNeedle()).toEqual({ itemId: WON_ID, isPrize: true });
    expect(reel.drawn.size).toBe(1);
  });

  test(`R7 a connection that comes back a second after a cut while ${name} costs nothing`, async () => {
    const reel = await cutThere();
    await reel.pass(reel.nowMs() + 1000);
    reel.connection.comeBack();
    await reel.pass(60_000);
    expect(reel.driver.phase()).toBe('finished');
    expect(reel.store.getState()).toMatchObject({ phase: 'published', unansweredCount: null });
    expect(reel.store.getState().outcome?.prizes).toHaveLength(1);
    expect(reel.underTheNeedle()).toEqual({ itemId: WON_ID, isPrize: true });
    expect(reel.drawn.size).toBe(1);
    expect(reel.published).toHaveLength(1);
  });
}
