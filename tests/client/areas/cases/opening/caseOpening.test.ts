import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  countToAskAbout,
  countToOpen,
  prizeOnRoulette,
  prizesShown,
  rowsShown,
} from '#/client/areas/cases/opening/openingState.ts';
import { details, failure, itemIds, opening, reply, severalReply } from './openingCase.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('an opening that succeeds', () => {
  test('R7 a prize counts as seen when the page says so, and not when the roulette stops', async () => {
    const drawn = reply(13);
    const { store, revealed } = opening(() => Promise.resolve(drawn));
    await store.getState().click(details);
    store.getState().enterPhase('finished');
    expect(revealed).toEqual([]);
    store.getState().reveal(drawn.coupons);
    expect(revealed).toEqual([913]);
  });

  test('R1 spins at once, before anything is answered', async () => {
    const { store, send } = opening(() => Promise.resolve(reply(13)));
    const done = store.getState().click(details);
    expect(store.getState()).toMatchObject({ phase: 'waiting', spin: { id: 1 }, outcome: null });
    expect(send).toHaveBeenCalledExactlyOnceWith(
      { case_id: 7, count: 1, odds_hash: 'a'.repeat(64) },
      'key-1',
    );
    await done;
    expect(store.getState()).toMatchObject({ phase: 'answered', outcome: { landOnId: 13 } });
  });

  test('R5 holds stock and coupons back until the roulette stops, then publishes once', async () => {
    const { store, published } = opening(() => Promise.resolve(reply(12)));
    const { click, enterPhase } = store.getState();
    const done = click(details);
    enterPhase('finished');
    expect(store.getState().phase).toBe('waiting');
    await done;
    expect(published).toEqual([]);
    enterPhase('finished');
    enterPhase('finished');
    expect(store.getState().phase).toBe('published');
    expect(published).toMatchObject([{ landOnId: 12, prizes: [{ id: 912 }] }]);
  });

  test('a double click opens one case', async () => {
    const { store, send } = opening(() => Promise.resolve(reply(12)));
    const { click } = store.getState();
    await Promise.all([click(details), click(details)]);
    await click(details);
    expect(send).toHaveBeenCalledTimes(1);
    expect(store.getState().spin?.id).toBe(1);
  });

  test('every opening has its own key and its own spin', async () => {
    const { store, send } = opening(() => Promise.resolve(reply(12)));
    const { click, enterPhase, dismiss } = store.getState();
    await click(details);
    enterPhase('finished');
    dismiss();
    expect(store.getState()).toMatchObject({ phase: 'idle', outcome: { landOnId: 12 } });
    await click(details);
    expect(send.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-2']);
    expect(store.getState().spin?.id).toBe(2);
  });

  test('a prize that the table no longer has is won all the same, on a tile that exists', async () => {
    const { store } = opening(() => Promise.resolve(reply(99)));
    await store.getState().click(details);
    const { outcome } = store.getState();
    expect(outcome?.prizes?.[0].id).toBe(999);
    expect(itemIds).toContain(outcome?.landOnId);
  });
});

describe('an opening of several', () => {
  const drawn = severalReply([
    [11, 'simple'],
    [13, 'epic'],
    [12, 'rare'],
    [14, 'epic'],
    [11, 'simple'],
  ]);

  test('C6 R5 asks once for all of them and lands from the common to the rare, so that no rare one is given away', async () => {
    const { store, send } = opening(() => Promise.resolve(drawn));
    await store.getState().click(details, 5);
    expect(send).toHaveBeenCalledExactlyOnceWith(
      { case_id: 7, count: 5, odds_hash: 'a'.repeat(64) },
      'key-1',
    );
    expect(store.getState().outcome).toMatchObject({
      landOnIds: [11, 11, 12, 13, 14],
      count: 5,
      prizes: drawn.coupons,
    });
    // the light and the sound of the page are those of the last reel
    expect(prizeOnRoulette(store.getState())?.color).toBe('epic');
  });

  test('R5 one reel for many pieces lands on a common one', async () => {
    const { store } = opening(() => Promise.resolve(drawn));
    await store.getState().click(details, 25);
    expect(store.getState().outcome).toMatchObject({ landOnId: 11, landOnIds: [] });
    expect(prizeOnRoulette(store.getState())?.color).toBe('simple');
  });

  test('R7 without a roulette, nothing but the cards tells of the rare ones', async () => {
    const { store } = opening(() => Promise.resolve(drawn));
    store.getState().loseRoulette();
    await store.getState().click(details, 5);
    expect(store.getState().landedOn).toBe('simple');
  });

  test('R5 the page keeps its reels until the result is closed, whatever the next count is', async () => {
    const { store } = opening(() => Promise.resolve(drawn), 100);
    await store.getState().click(details, 5);
    expect(rowsShown(store.getState(), 10)).toBe(5);
    store.getState().enterPhase('finished');
    expect(store.getState().chosenCount).toBe(100);
    expect(rowsShown(store.getState(), 100)).toBe(5);
    store.getState().dismiss();
    expect(rowsShown(store.getState(), 100)).toBe(1);
  });

  test('R7 several prizes count as seen when the page says so, and not when the roulette stops', async () => {
    const { store, revealed } = opening(() => Promise.resolve(drawn));
    await store.getState().click(details, 5);
    store.getState().enterPhase('finished');
    expect(revealed).toEqual([]);
    store.getState().reveal(drawn.coupons);
    expect(revealed).toEqual([911, 913, 912, 914, 911]);
  });

  test('C6 a count that has risen by itself is asked about until the player chooses one', async () => {
    const { store } = opening(() => Promise.resolve(drawn), 60);
    const asked = () => countToAskAbout(store.getState(), countToOpen(store.getState(), 60));
    store.getState().chooseCount(5);
    expect(asked()).toBeNull();
    await store.getState().click(details, 5);
    store.getState().enterPhase('finished');
    expect(store.getState().chosenCount).toBe(50);
    expect(asked()).toBe(5);
    store.getState().chooseCount(50);
    expect(asked()).toBeNull();
  });

  test('R4 a request without an answer is repeated unchanged, whatever count is chosen meanwhile', async () => {
    let online = false;
    const { store, send } = opening(() =>
      online ? Promise.resolve(drawn) : Promise.reject(failure('offline', 0)),
    );
    await store.getState().click(details, 5);
    store.getState().enterPhase('finished');
    expect(store.getState().unansweredCount).toBe(5);
    online = true;
    await store.getState().click(details, 1);
    expect(send.mock.calls.at(-1)).toEqual(send.mock.calls[0]);
    expect(store.getState()).toMatchObject({ unansweredCount: null, outcome: { count: 5 } });
  });

  test('R4 a refusal takes nothing and locks no count', async () => {
    const { store, published } = opening(() => Promise.reject(failure('caseOutOfStock', 409)));
    await store.getState().click(details, 25);
    store.getState().enterPhase('finished');
    expect(store.getState().unansweredCount).toBeNull();
    expect(published).toMatchObject([{ count: 25, failure: 'outOfStock' }]);
  });
});

describe('R7 a roulette that cannot be shown', () => {
  const drawn = severalReply([
    [11, 'simple'],
    [13, 'epic'],
  ]);

  test('R7 shows the result as soon as it is answered', async () => {
    const { store, published } = opening(() => Promise.resolve(drawn));
    store.getState().loseRoulette();
    expect(store.getState().phase).toBe('idle');
    await store.getState().click(details, 5);
    expect(store.getState()).toMatchObject({ phase: 'published', landedOn: 'simple' });
    expect(published).toHaveLength(1);
  });

  test('R7 shows the result at once when it breaks after the answer', async () => {
    const { store } = opening(() => Promise.resolve(drawn));
    await store.getState().click(details, 5);
    store.getState().loseRoulette();
    expect(store.getState().phase).toBe('published');
  });

  test('R7 a prize that neither it nor a dialog could show is not told to the server, and is offered', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { store, revealed } = opening(() => Promise.resolve(reply(13)));
    await store.getState().click(details);
    store.getState().loseRoulette();
    expect(store.getState().phase).toBe('published');
    // what the place of a missing dialog does
    store.getState().dismiss();
    expect(revealed).toEqual([]);
    expect(prizesShown(store.getState())).toBeUndefined();
  });

  test('R7 shows nothing to a player who has left', async () => {
    const { store, published } = opening(() => Promise.resolve(drawn));
    store.getState().loseRoulette();
    store.getState().enter()();
    await store.getState().click(details, 5);
    expect(store.getState().phase).toBe('answered');
    expect(published).toHaveLength(1);
  });
});

test('R3 a skip counts for the running spin only', async () => {
  const { store } = opening(() => Promise.resolve(reply(13)));
  const { click, skip, enterPhase } = store.getState();
  skip();
  expect(store.getState().isSkipped).toBe(false);
  const done = click(details);
  skip();
  expect(store.getState().isSkipped).toBe(true);
  await done;
  enterPhase('finished');
  expect(store.getState().isSkipped).toBe(false);
});

describe('leaving the page', () => {
  test('publishes an answer that was held back', async () => {
    const { store, published } = opening(() => Promise.resolve(reply(12)));
    const leave = store.getState().enter();
    await store.getState().click(details);
    leave();
    expect(published).toHaveLength(1);
    store.getState().enterPhase('finished');
    expect(published).toHaveLength(1);
  });

  test('publishes an answer that comes later', async () => {
    const { store, published } = opening(() => Promise.resolve(reply(12)));
    const leave = store.getState().enter();
    const done = store.getState().click(details);
    leave();
    expect(published).toEqual([]);
    await done;
    expect(published).toHaveLength(1);
  });

  test('coming back holds back again', async () => {
    const { store, published } = opening(() => Promise.resolve(reply(12)));
    store.getState().enter()();
    store.getState().enter();
    await store.getState().click(details);
    expect(published).toEqual([]);
  });
});
