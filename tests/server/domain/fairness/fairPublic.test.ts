import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OpenCaseReply } from '#/contract/cases.ts';
import { oddsHash, oddsText } from '#/contract/fair.ts';
import type { FairEpoch, OddsRecord } from '#/contract/fairness.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { createPlayer, open } from '../../../support/app/factories.ts';
import { drawsOf, liveOf, rotate } from '../../../support/fairness/fairness.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  expect(await brokenInvariants(site.pool)).toEqual({});
});
afterAll(() => site.close());

describe('PF1 the public data', () => {
  test('FA3 the seed of a live epoch is in no answer', async () => {
    const player = await createPlayer(site.deps, { 1: 1 });
    await open(site, player, { case_id: 1 });
    const { epoch } = await liveOf(site, player);
    const answers = await Promise.all(
      [
        '/api/v1/fair/current',
        '/api/v1/fair/epochs',
        `/api/v1/fair/epochs/${epoch.id}`,
        `/api/v1/fair/draws?epoch=${epoch.id}`,
        `/api/v1/fair/proof?epoch=${epoch.id}&nonce=0`,
        '/api/v1/user/export',
      ].map((url) => site.get(url, player.headers)),
    );
    const { ended } = (await rotate(site, player, { commitment: epoch.commitment })).json<{
      ended: FairEpoch;
    }>();
    for (const { body } of answers) expect(body).not.toContain(ended.serverSeed);
    expect((await site.get(`/api/v1/fair/epochs/${epoch.id}`)).json()).toEqual(ended);
  });

  test('draws come by the thousand, without gaps and without names', async () => {
    const player = await createPlayer(site.deps, { 1: 1200 });
    const { id } = (await liveOf(site, player)).epoch;
    for (let many = 0; many < 12; many++)
      await site.post('/api/v1/cases/open-multiple/', { case_id: 1, count: 100 }, player.headers);
    const first = await drawsOf(site, id);
    const second = await drawsOf(site, id, first.nextFrom!);
    expect([first.draws.length, first.nextFrom, second.draws.length, second.nextFrom]).toEqual([
      1000,
      1000,
      200,
      null,
    ]);
    expect([...first.draws, ...second.draws].map(({ nonce }) => nonce)).toEqual([...Array(1200).keys()]);
    expect(Object.keys(first.draws[0]!).toSorted()).toEqual([
      'at',
      'caseId',
      'clientSeed',
      'clientSeedOrigin',
      'itemId',
      'nonce',
      'oddsHash',
      'ticket',
    ]);
    const one = await site.get(`/api/v1/fair/draws?epoch=${id}&from=7&count=1`);
    expect(one.json()).toEqual({ draws: [first.draws[7]], nextFrom: 8 });
    for (const count of ['0', '1001', '-1', 'x'])
      expect((await site.get(`/api/v1/fair/draws?epoch=${id}&count=${count}`)).statusCode).toBe(400);
    expect(await drawsOf(site, id, 1200)).toEqual({ draws: [], nextFrom: null });
  });

  test('epochs come by fifty, the newest first, and only one’s own', async () => {
    const player = await createPlayer(site.deps);
    for (let ended = 0; ended < 51; ended++) {
      const { commitment } = (await liveOf(site, player)).epoch;
      await rotate(site, player, { commitment });
    }
    const page = async (query = '') =>
      (await site.get(`/api/v1/fair/epochs${query}`, player.headers)).json<{
        epochs: FairEpoch[];
        nextBefore: string | null;
      }>();
    const first = await page();
    const second = await page(`?before=${first.nextBefore}`);
    const all = [...first.epochs, ...second.epochs];
    expect(all.map(({ idx }) => idx)).toEqual(Array.from({ length: 52 }, (_, at) => 52 - at));
    expect([first.epochs.length, second.nextBefore]).toEqual([50, null]);
    expect(all.filter(({ serverSeed }) => serverSeed === null).map(({ idx }) => idx)).toEqual([52]);
    // each seed is the commitment of the epoch after it
    expect(all.slice(1).every(({ serverSeed }, at) => serverSeed === all[at]?.commitment)).toBe(true);
    const other = await createPlayer(site.deps);
    const foreign = await site.get(`/api/v1/fair/epochs?before=${first.nextBefore}`, other.headers);
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'epochNotFound']);
  });

  test.each([
    ['/api/v1/fair/epochs/e-0', 'epochNotFound'],
    ['/api/v1/fair/draws?epoch=e-0', 'epochNotFound'],
    [`/api/v1/fair/odds/${'0'.repeat(64)}`, 'oddsNotFound'],
    ['/api/v1/fair/stats/999', 'caseNotFound'],
    ['/api/v1/fair/proof?epoch=e-0&nonce=0', 'drawNotFound'],
  ])('%s is not there', async (url, code) => {
    const reply = await site.get(url);
    expect([reply.statusCode, reply.json().code]).toEqual([404, code]);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test.each([
    '/api/v1/fair/draws',
    '/api/v1/fair/draws?epoch=E-0',
    '/api/v1/fair/draws?epoch=e-0&from=-1',
    '/api/v1/fair/draws?epoch=e-0&from=01',
    '/api/v1/fair/draws?epoch=e-0&from=1.5',
    '/api/v1/fair/draws?epoch=e-0&epoch=e-1',
    '/api/v1/fair/proof?epoch=e-0',
    '/api/v1/fair/proof?epoch=e-0&nonce=x',
    '/api/v1/fair/days?before=yesterday',
    '/api/v1/fair/days?before=2026-13-01',
    '/api/v1/fair/days?all=1',
  ])('E4 %s is refused', async (url) => {
    const reply = await site.get(url);
    expect([url, reply.statusCode, reply.json().code]).toEqual([url, 400, 'badRequest']);
  });

  test('E4 a nonce that no draw can have is not found', async () => {
    const player = await createPlayer(site.deps, { 1: 1 });
    await open(site, player, { case_id: 1 });
    const { id } = (await liveOf(site, player)).epoch;
    const reply = await site.get(`/api/v1/fair/proof?epoch=${id}&nonce=9999999999`);
    expect([400, 404]).toContain(reply.statusCode);
    const draws = await site.get(`/api/v1/fair/draws?epoch=${id}&from=9999999999`);
    expect([200, 400]).toContain(draws.statusCode);
  });

  test('an odds table is there for ever, with the items that left the case', async () => {
    const own = await createTestApp();
    const player = await createPlayer(own.deps, { 1: 1 });
    const { fair } = (await open(own, player, { case_id: 1 })).json<OpenCaseReply>();
    const [first, ...others] = testCatalogue.cases;
    const [, second, ...rest] = first!.items;
    const items = [{ ...second!, tickets: second!.tickets + first!.items[0]!.tickets }, ...rest];
    await importCatalogue(own.pool, { ...testCatalogue, cases: [{ ...first!, items }, ...others] });
    const read = async (locale: string) =>
      (await own.get(`/api/v1/fair/odds/${fair.oddsHash}`, { 'accept-language': locale })).json<OddsRecord>();
    const record = await read('uk');
    expect(record).toMatchObject({ caseId: 1, caseName: 'Скринька 1', revision: 1 });
    expect(oddsHash(record.text)).toBe(fair.oddsHash);
    expect(record.text).toBe(
      oddsText(
        1,
        1,
        first!.items.map(({ id, sortOrder, tickets }) => ({ itemId: id, sortOrder, tickets })),
      ),
    );
    expect(record.items.map(({ id, name }) => [id, name])).toEqual(
      first!.items.map(({ id, name }) => [id, name.uk]),
    );
    expect((await read('en')).items[0]).toEqual({
      id: 100,
      name: 'Prize 1-0',
      imageName: 'heist-0',
      color: 'simple',
    });
    await own.close();
  });

  test('reads of a thousand draws are limited for each address, apart from the other calls', async () => {
    const strict = await createTestApp({ config: { rateLimitScale: 1 } });
    const replies = [];
    for (let asked = 0; asked < 61; asked++) replies.push(await strict.get('/api/v1/fair/draws?epoch=e-0'));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([...Array(60).fill(404), 429]);
    expect((await strict.get('/api/v1/fair/proof?epoch=e-0&nonce=0')).statusCode).toBe(429);
    expect((await strict.get('/api/v1/fair/days')).statusCode).toBe(200);
    await strict.close();
  });
});
