import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createPlayer, open, type Player } from '../../../../support/app/factories.ts';
import type { TestApp } from '../../../../support/app/testApp.ts';
import { DraftDesk } from '../../../../support/desks/draftDesk.ts';

let site: TestApp;
let desk: DraftDesk;
beforeAll(async () => {
  desk = await DraftDesk.open();
  site = desk.site;
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const patrolOf = (content: Catalogue) => content.cases.find(({ slug }) => slug === 'patrol')!;
const placeOf = (content: Catalogue) => content.cases.indexOf(patrolOf(content));
/** Gives one item all tickets but those that the others need. */
const makeCommon = (content: Catalogue, at: number) => {
  const { items } = patrolOf(content);
  for (const item of items) item.tickets = 1;
  items[at]!.tickets = 1_000_001 - items.length;
};
const published = async (change: (content: Catalogue) => void) => {
  const answer = await desk.publish(desk.owner, await desk.changed(change));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  await desk.look();
};
const refused = async (change: (content: Catalogue) => void) => {
  const before = desk.revision;
  const id = await desk.changed(change);
  const { mistakes } = await desk.review(id);
  expect(codeOf(await desk.publish(desk.owner, id))).toBe('draftHasMistakes');
  const content = structuredClone(desk.inForce);
  change(content);
  await expect(importCatalogue(site.pool, content, { actor: 'operator' })).rejects.toThrow(
    mistakes[0]?.sentence,
  );
  await desk.look();
  expect(desk.revision).toBe(before);
  return mistakes;
};
const openOne = async (player: Player) => {
  const answer = await open(site, player, { case_id: patrolOf(desk.inForce).id });
  return answer.json().coupons[0];
};

describe('O19 what players own', () => {
  test('O19 a prize that players hold and can only take keeps what it gives', async () => {
    const at = patrolOf(desk.inForce).items.findIndex(({ isSwapAvailable }) => !isSwapAvailable);
    await published((content) => makeCommon(content, at));
    const player = await createPlayer(site.deps, { [patrolOf(desk.inForce).id]: 2 });
    const empty = (content: Catalogue) => {
      const item = patrolOf(content).items[at]!;
      Object.assign(item, { isSwapAvailable: true, premiumCoinsPrice: 1 });
      delete item.gives;
    };
    const { id } = await openOne(player);
    expect(await refused(empty)).toMatchObject([
      { path: ['cases', placeOf(desk.inForce), 'items', at, 'gives'], code: 'prizeIsHeld' },
    ]);
    await site.pool.query("UPDATE coupons SET state = 'delivered' WHERE id = $1", [id]);
    await published(empty);
    expect(await openOne(player)).toMatchObject({ isSwapAvailable: true, premiumCoinsPrice: 1 });
  });

  test('O19 a draft knows the numbers of prizes and goods that left the catalogue', async () => {
    const usedOf = async () => (await desk.read(await desk.begin())).used;
    const before = await usedOf();
    await published((content) => {
      patrolOf(content).items.push({ ...patrolOf(content).items[0]!, id: before.items + 5, tickets: 1 });
      patrolOf(content).items.find(({ tickets }) => tickets > 1)!.tickets -= 1;
      content.goods.push({ ...content.goods[0]!, id: before.goods + 5 });
    });
    await published((content) => {
      patrolOf(content).items.pop();
      patrolOf(content).items[0]!.tickets += 1;
      content.goods.pop();
    });
    expect(await usedOf()).toEqual({ ...before, items: before.items + 5, goods: before.goods + 5 });
  });

  test('O17 a swap value with which unopened pieces pay back what they cost is refused', async () => {
    const at = 0;
    await published((content) => {
      makeCommon(content, at);
      for (const item of patrolOf(content).items)
        Object.assign(item, { isSwapAvailable: true, premiumCoinsPrice: 10 });
    });
    const player = await createPlayer(site.deps, { [patrolOf(desk.inForce).id]: 1 });
    const makeRare = (content: Catalogue) => {
      makeCommon(content, 1);
      patrolOf(content).items[at]!.premiumCoinsPrice = 5000;
    };
    expect(await refused(makeRare)).toMatchObject([
      { path: ['cases', placeOf(desk.inForce), 'items', at, 'premiumCoinsPrice'], code: 'piecesPayBack' },
    ]);
    await published((content) => {
      patrolOf(content).items[at]!.premiumCoinsPrice = 11;
    });
    expect(await openOne(player)).toMatchObject({ premiumCoinsPrice: 11 });
    await published(makeRare);
  });
});
