import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CouponPage } from '#/contract/cases.ts';
import { brokenInvariants } from '#/server/domain/books/invariants.ts';
import { giveCoupons, postAs, refusal } from '../../../support/players/cabinet.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';

let app: TestApp;
let player: Player;

beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => expect(await brokenInvariants(app.pool)).toEqual({}));
afterAll(() => app.close());

const convert = (id: number) => postAs(app, player, `/api/v1/coupons/convert/${id}`);

describe('C5 the list', () => {
  const list = async (query: string) =>
    (await app.get(`/api/v1/coupons/user/${query}`, player.headers)).json<CouponPage>();
  const idsOf = ({ coupons }: CouponPage) => coupons.map(({ id }) => id);

  test('goes on by the id it stopped at, also while coupons come and go', async () => {
    player = await createPlayer(app.deps);
    const ids = (await giveCoupons(app, player, 60)).toReversed();
    const first = await list('');
    expect(first.pageInfo).toEqual({ currentPage: 1, lastPage: 3, nextBefore: ids[23] });
    await giveCoupons(app, player, 5);
    await convert(ids[30]!);
    const second = await list(`?page=2&before=${first.pageInfo.nextBefore}`);
    expect(second.pageInfo).toEqual({ currentPage: 2, lastPage: 3, nextBefore: ids[48] });
    const third = await list(`?page=3&before=${second.pageInfo.nextBefore}`);
    expect(third.pageInfo).toEqual({ currentPage: 3, lastPage: 3, nextBefore: null });
    const seen = [first, second, third].flatMap(idsOf);
    expect(seen).toEqual(ids.filter((id) => id !== ids[30]));
    // by the page alone as the specification has it
    expect(idsOf(await list('?page=2'))).toEqual((await ownedOf()).toReversed().slice(24, 48));
    expect(await list('?page=999')).toEqual({
      coupons: [],
      pageInfo: { currentPage: 999, lastPage: 3, nextBefore: null },
    });
  });

  const ownedOf = async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      `SELECT id FROM coupons WHERE account_id = $1 AND state = 'owned' ORDER BY id`,
      [player.accountId],
    );
    return rows.map(({ id }) => Number(id));
  };

  test('shows one rarity, newest first over all its items', async () => {
    player = await createPlayer(app.deps);
    const epic: number[] = [];
    for (const itemId of [105, 100, 107, 206, 205, 101, 105])
      (await giveCoupons(app, player, 6, { itemId })).forEach((id) => itemId % 100 > 4 && epic.push(id));
    const wanted = epic.toReversed();
    const first = await list('?color=epic');
    expect(idsOf(first)).toEqual(wanted.slice(0, 24));
    expect(first.pageInfo).toEqual({ currentPage: 1, lastPage: 2, nextBefore: wanted[23] });
    expect(new Set(first.coupons.map(({ color }) => color))).toEqual(new Set(['epic']));
    const next = await list(`?page=2&color=epic&before=${first.pageInfo.nextBefore}`);
    expect([...idsOf(first), ...idsOf(next)]).toEqual(wanted);
    expect(idsOf(await list('?page=2&color=epic'))).toEqual(wanted.slice(24));
  });

  test('shows those of one state, and says it of each', async () => {
    player = await createPlayer(app.deps);
    const [kept, swapped] = await giveCoupons(app, player, 2);
    // Premium begins at once
    const [used] = await giveCoupons(app, player, 1, { itemId: 101 });
    await postAs(app, player, '/api/v1/coupons/take', { ids: [used] });
    await convert(swapped!);
    const states = async (query: string) => (await list(query)).coupons.map(({ id, state }) => [id, state]);
    expect(await states('')).toEqual([[kept, 'owned']]);
    expect(await states('?state=converted')).toEqual([[swapped, 'converted']]);
    expect((await states('?state=delivered')).map(([, state]) => state)).toEqual(['delivered']);
  });

  test('RT12 names the draw of each coupon', async () => {
    player = await createPlayer(app.deps);
    await giveCoupons(app, player, 30);
    const { rows } = await app.pool.query<{ id: string; public_id: string; nonce: number }>(
      `SELECT coupons.id, public_id, nonce FROM coupons JOIN draws ON draws.id = draw_id
       JOIN fair_epochs ON fair_epochs.id = epoch_id WHERE coupons.account_id = $1 ORDER BY coupons.id DESC`,
      [player.accountId],
    );
    const recorded = rows.map((row) => [Number(row.id), { epochId: row.public_id, nonce: row.nonce }]);
    const first = await list('');
    const next = await list(`?page=2&before=${first.pageInfo.nextBefore}`);
    expect([first, next].flatMap(({ coupons }) => coupons.map(({ id, draw }) => [id, draw]))).toEqual(
      recorded,
    );
    expect(new Set(recorded.map(([, draw]) => JSON.stringify(draw))).size).toBe(30);
  });

  test.each(['?state=lost', '?color=blue', '?before=0', '?before=x', '?page=0', '?before=1&before=2'])(
    'E4 %s is refused',
    async (query) => {
      player = await createPlayer(app.deps);
      const reply = await app.get(`/api/v1/coupons/user/${query}`, player.headers);
      expect(refusal(reply)).toEqual([400, 'badRequest']);
    },
  );
});
