import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HTTP_TIMEOUT_MS } from '#/contract/kernel/limits.ts';
import { details, failure, opening, reply } from './openingCase.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('R4 a failed opening', () => {
  test.each([
    ['caseOutOfStock', 409, 'outOfStock'],
    ['oddsChanged', 409, 'oddsChanged'],
    ['inDebt', 409, 'inDebt'],
    ['tooManyRequests', 429, 'tooOften'],
    ['caseNotFound', 404, 'refused'],
  ])('R4 %s is final: one request, a random tile, no prize, its reason', async (code, status, reason) => {
    const { store, send, waits, published } = opening(() => Promise.reject(failure(code, status)));
    await store.getState().click(details);
    expect(send).toHaveBeenCalledTimes(1);
    expect(waits).toEqual([]);
    expect(store.getState()).toMatchObject({
      phase: 'answered',
      outcome: { landOnId: 13, failure: reason },
    });
    expect(store.getState().outcome).not.toHaveProperty('prizes');
    store.getState().enterPhase('finished');
    expect(published).toHaveLength(1);
    expect(console.warn).toHaveBeenCalled();
  });

  test('R4 the button works again and uses a new key after a final answer', async () => {
    const { store, send } = opening(() => Promise.reject(failure('oddsChanged', 409)));
    await store.getState().click(details);
    store.getState().enterPhase('finished');
    await store.getState().click(details);
    expect(send.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-2']);
  });

  test.each([
    ['offline', 0],
    ['timeout', 0],
    ['internal', 500],
    ['busy', 503],
  ])('R4 %s (%i) is tried again with the same key and body', async (code, status) => {
    const answers = [() => Promise.reject(failure(code, status)), () => Promise.resolve(reply(14))];
    const { store, send } = opening(() => (answers.shift() ?? (() => expect.fail('one request too many')))());
    await store.getState().click(details);
    expect(send.mock.calls[1]).toEqual(send.mock.calls[0]);
    expect(store.getState().outcome).toMatchObject({ landOnId: 14, prizes: [{ id: 914 }] });
  });

  test('R4 gives up after three tries, and the next click asks for the same opening', async () => {
    let online = false;
    const { store, send, waits } = opening(() =>
      online ? Promise.resolve(reply(11)) : Promise.reject(failure('offline', 0)),
    );
    await store.getState().click(details);
    expect(send).toHaveBeenCalledTimes(3);
    expect(waits).toEqual([800, 2500]);
    expect(store.getState().outcome).toMatchObject({ failure: 'unanswered' });
    store.getState().enterPhase('finished');

    online = true;
    await store.getState().click({ ...details, oddsHash: 'b'.repeat(64) });
    expect(send.mock.calls[3]).toEqual(send.mock.calls[0]);
    expect(store.getState().outcome).toMatchObject({ prizes: [{ id: 911 }] });
  });

  test('R4 a failure of the server is not called a broken connection, and is repeated with the same key', async () => {
    let works = false;
    const { store, send } = opening(() =>
      works ? Promise.resolve(reply(11)) : Promise.reject(failure('internal', 500)),
    );
    await store.getState().click(details);
    expect(store.getState()).toMatchObject({ outcome: { failure: 'serverError' }, unansweredCount: 1 });
    store.getState().enterPhase('finished');
    works = true;
    await store.getState().click(details);
    expect(send.mock.calls[3]).toEqual(send.mock.calls[0]);
    expect(store.getState().outcome).toMatchObject({ prizes: [{ id: 911 }] });
  });

  test('R4 does not try again when the time limit is spent', async () => {
    const timed: { clock?: { nowMs: number } } = {};
    const { store, send, clock } = opening(() => {
      if (timed.clock) timed.clock.nowMs += HTTP_TIMEOUT_MS;
      return Promise.reject(failure('timeout', 0));
    });
    timed.clock = clock;
    await store.getState().click(details);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
