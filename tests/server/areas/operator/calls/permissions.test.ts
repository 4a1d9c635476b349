import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everyOperatorCall } from '#/contract/operator/everyOperatorCall.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { needsFreshCode, type OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import { gradeOf, OPERATOR_ROLES, type OperatorRole } from '#/contract/operator/people/permissions.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createOperator, OperatorBrowser, type TestOperator } from '../../../../support/desks/operators.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

const calls = Object.entries<OperatorEndpoint>(everyOperatorCall);
const guarded = calls.filter(([, { needs }]) => needs !== 'page');
/** Longer than a code counts as fresh. */
const OLD_MS = 11 * 60_000;

/** A signed-in operator of every role. */
type People = ReadonlyMap<OperatorRole, TestOperator>;

let site: TestApp;
/** Operators whose last code is too old to act, and others whose code is fresh. The clock stands still between tests. */
let old: People;
let fresh: People;

beforeAll(async () => {
  site = await createTestApp();
  old = await createPeople();
  site.advanceMs(OLD_MS);
  fresh = await createPeople();
});
afterAll(() => site.close());

async function createPeople(): Promise<People> {
  const people = new Map<OperatorRole, TestOperator>();
  for (const role of OPERATOR_ROLES) people.set(role, await createOperator(site, role));
  return people;
}

/** The table's answer to an empty request: a refusal for the caller's role, or for the missing input. */
function expected(endpoint: OperatorEndpoint, role: OperatorRole, isFresh: boolean): RegExp {
  const { needs, body, params, query } = endpoint;
  if (needs !== 'page' && needs !== 'operator') {
    if (gradeOf(role, needs) === 'no') return /^operatorForbidden$/;
    if (needsFreshCode(endpoint) && !isFresh) return /^proofNeeded$/;
  }
  const isAsked = query !== undefined && !z.safeParse(query, {}).success;
  return body || params || isAsked ? /^(badRequest|notFound|errorTwoFaActivated)$/ : /^done$/;
}

const answered = async (browser: OperatorBrowser, endpoint: OperatorEndpoint, suffix?: '/preview') => {
  const answer = await browser.call(endpoint, {
    params: { id: '999999' },
    body: endpoint.body && {},
    suffix,
  });
  return answer.statusCode < 300 ? 'done' : codeOf(answer);
};

test.each(guarded)('O4 %s: every role, with a fresh code and with an old one', async (_, endpoint) => {
  const paths = endpoint.act ? ([undefined, '/preview'] as const) : ([undefined] as const);
  // signing out ends the sessions that the other tests need
  const rounds =
    endpoint === operatorCalls.signOut
      ? [[await createPeople(), true] as const]
      : ([
          [fresh, true],
          [old, false],
        ] as const);
  for (const [people, isFresh] of rounds)
    for (const [role, { browser }] of people)
      for (const suffix of paths)
        expect(
          await answered(browser, endpoint, suffix),
          `${role} ${isFresh ? 'fresh' : 'old'} ${suffix ?? ''}`,
        ).toMatch(expected(endpoint, role, isFresh));
});

test('O4 without a session every call but those of the page is refused', async () => {
  const stranger = new OperatorBrowser(site);
  for (const [name, endpoint] of guarded)
    expect(await answered(stranger, endpoint), name).toBe('sessionRequired');
});

test('O4 every row has a route and every route a row', () => {
  const served = site.routes.filter(({ url }) => url.startsWith('/api/operator/'));
  const rows = calls.flatMap(([, { method, path, act }]) => {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const route = `${method} ${url}`;
    return act ? [route, `${route}/preview`] : [route];
  });
  expect(served.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(rows.toSorted());
});

test('O4 where the settings switch it off, nothing is served', async () => {
  const off = await createTestApp({ config: { operator: { isServed: false, isAllowedFrom: () => true } } });
  expect(off.routes.filter(({ url }) => url.startsWith('/api/operator/'))).toEqual([]);
  await off.close();
});

/** Bodies that no schema accepts. */
const WORST: readonly [name: string, body: unknown][] = [
  ['null', null],
  ['a list', []],
  ['a text', 'text'],
  ['a number', 1e300],
  ['unknown fields', { __proto__: null, constructor: 1, unknown: true }],
  ['numbers for texts', { email: 1, password: 1, code: 1, token: 1, reason: 1, role: 1, version: '1' }],
  ['NUL', { email: 'a\0@example.org', password: 'a\0', code: '\0', token: '\0', reason: 'a\0bc' }],
  ['half a character', { role: 'viewer', isDisabled: false, version: 1, reason: 'abc\uD800' }],
  ['30 kB of text', { reason: 'a'.repeat(30_000), code: '1'.repeat(30_000), token: 'a'.repeat(30_000) }],
  ['numbers beyond all', { role: 'owner', isDisabled: false, version: 2 ** 60, reason: 'abc' }],
];

const WORST_IDS = ['1', '0', '-1', '999999999999999', '1e3', 'x'.repeat(3000), '%00'];

test.each(calls)('O4 %s: the worst input of a fresh owner is refused with a 4xx', async (_, endpoint) => {
  const { browser } = fresh.get('owner')!;
  const isRead = endpoint.method === 'GET';
  const requests = isRead
    ? WORST_IDS.map((id) => [`?before=${id}&operator=${id}&unknown=${id}`, undefined] as const)
    : WORST.map(([name, body]) => [name, JSON.stringify(body)] as const);
  const pathOf = (at: number) => endpoint.path.replaceAll(/\{\w+\}/g, WORST_IDS[at % WORST_IDS.length]!);
  // every body with the id that could be one, and every id with some body
  for (const [at, [name, raw]] of requests.entries())
    for (const path of new Set([pathOf(0), pathOf(at)])) {
      const answer = await browser.call({ ...endpoint, path: isRead ? path + name : path }, { raw });
      expect(Math.floor(answer.statusCode / 100), `${path} ${name}: ${answer.body}`).toBe(4);
    }
  expect((await browser.load()).operator, 'the session still lives').not.toBeNull();
});
