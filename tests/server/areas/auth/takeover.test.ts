import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { createContested, THINGS, WAYS } from '../../../support/access/takeover.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

// many passwords are hashed: on a busy machine that takes a while
vi.setConfig({ testTimeout: 120_000 });

const STEP_MS = 30_000;
const EVERYTHING = Object.keys(THINGS);

/**
 * What still works after each way of securing an account; everything else of THINGS is dead. `confirmed` stands only where
 * the address was confirmed before.
 */
const ALIVE: Record<string, { always?: string[]; confirmed?: string[] }> = {
  // the proof that each attempt would be noticed
  nothing: { always: EVERYTHING },
  // a factor protects from whoever reads the mail; of an unconfirmed account it is a stranger's
  mailbox: { confirmed: ['factor', 'recoveryCodes', 'undoLink'] },
  // this factor is young: it goes
  notMe: { confirmed: ['undoLink'] },
  // a stolen session must not end the answers of the mailbox, and a password says nothing of the factor
  password: { always: ['factor', 'recoveryCodes', 'notMeLink'], confirmed: ['undoLink'] },
  // a passkey and a link to the game are listed in the cabinet, and their mails can be answered
  factorOn: { always: ['passkey', 'gameLink', 'notMeLink'], confirmed: ['undoLink'] },
  factorOff: { always: ['password', 'passkey', 'gameLink', 'notMeLink'], confirmed: ['undoLink'] },
  newCodes: { always: ['factor', 'passkey', 'gameLink', 'notMeLink'], confirmed: ['undoLink'] },
};

/** What cannot be made: a second factor is turned on where there is none, only a confirmed address leaves an account. */
const isPossible = (way: string, thing: string, isVerified: boolean) =>
  !(way === 'factorOn' && ['factor', 'recoveryCodes', 'trustedDevice'].includes(thing)) &&
  (isVerified || thing !== 'undoLink');

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(app.pool)).toEqual({});
});
afterAll(() => app.close());

test('SE2 the table knows every way and every thing', () => {
  expect(Object.keys(ALIVE)).toEqual(Object.keys(WAYS));
  for (const { always = [], confirmed = [] } of Object.values(ALIVE))
    expect(EVERYTHING).toEqual(expect.arrayContaining(always.concat(confirmed)));
});

describe.each([true, false])('SE2 of an account whose address is confirmed: %s', (isVerified) => {
  test.each(Object.keys(WAYS))('%s leaves alive only what the table says', async (way) => {
    const things = EVERYTHING.filter((thing) => isPossible(way, thing, isVerified));
    const made = await Promise.all(
      things.map(async (thing) => {
        const account = await createContested(app, isVerified);
        return { thing, account, attempt: await THINGS[thing]!(app, account) };
      }),
    );
    await Promise.all(made.map(({ account }) => WAYS[way]!(app, account)));
    // another code of the second factor, and the tickets are still in time
    app.advanceMs(STEP_MS);
    const alive = await Promise.all(made.map(async ({ thing, attempt }) => ((await attempt()) ? thing : '')));
    const { always = [], confirmed = [] } = ALIVE[way]!;
    const expected = new Set(isVerified ? always.concat(confirmed) : always);
    expect(alive.filter(Boolean)).toEqual(things.filter((thing) => expected.has(thing)));
  });
});
