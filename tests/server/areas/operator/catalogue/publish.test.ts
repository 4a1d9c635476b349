import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { isOwnedByBrowser } from '#/server/domain/catalogue/revisions.ts';
import { readTables, recordCatalogueInForce } from '#/server/domain/seed/catalogueInForce.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { demoCatalogue } from '../../../../support/catalogue/demoCatalogue.ts';
import { DraftDesk } from '../../../../support/desks/draftDesk.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { createPlayer } from '../../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../../support/app/testApp.ts';

let site: TestApp;
let desk: DraftDesk;
beforeAll(async () => {
  desk = await DraftDesk.open();
  site = desk.site;
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const patrolOf = (content: Catalogue) => content.cases.find(({ slug }) => slug === 'patrol')!;
/** Moves a ticket from one item to another. */
const moveTicket = (content: Catalogue) => {
  patrolOf(content).items.at(-1)!.tickets -= 1;
  patrolOf(content).items.at(-2)!.tickets += 1;
};
const rename = (content: Catalogue) => {
  content.goods[0]!.name.en += '!';
};
const raise = (content: Catalogue) => {
  content.goods[0]!.price = {
    coins: ('coins' in content.goods[0]!.price ? content.goods[0]!.price.coins : 0) + 10,
  };
};
const itemIds = ({ cases }: Catalogue) => cases.flatMap(({ items }) => items.map(({ id }) => id));
const priceOfFirst = async () =>
  (
    await site.pool.query<{ price_coins: number }>('SELECT price_coins FROM goods WHERE id = $1', [
      desk.inForce.goods[0]!.id,
    ])
  ).rows[0]!.price_coins;
const revisions = async () =>
  (await desk.owner.browser.call(operatorCalls.catalogueRevisions)).json().revisions;

describe('O19 publishing', () => {
  test('O19 brings the whole draft into force, with a revision, a reason and an entry in the log', async () => {
    const before = await priceOfFirst();
    const id = await desk.changed(raise);
    const { changes, mistakes } = await desk.review(id);
    expect(mistakes).toEqual([]);
    expect(changes).toMatchObject([
      { noun: 'good', did: 'changed', fields: [{ field: 'price_coins', to: before + 10 }] },
    ]);
    expect(await priceOfFirst()).toBe(before);
    const done = await desk.publish(desk.owner, id);
    expect(done.json().revision).toBeGreaterThan(desk.revision);
    expect(await priceOfFirst()).toBe(before + 10);
    const [newest] = await revisions();
    expect(newest).toMatchObject({ source: 'browser', by: 'owner', reason: 'a better price', changes: 1 });
    const [entry] = (await desk.owner.browser.call(operatorCalls.audit)).json().entries;
    expect(entry).toMatchObject({
      act: 'publishCatalogue',
      targetId: String(id),
      before: { catalogueRevision: desk.revision },
      after: { catalogueRevision: newest.id, pricesAndOdds: 1 },
    });
    expect(codeOf(await desk.publish(desk.owner, id))).toBe('notFound');
  });

  test('O19 its preview changes nothing', async () => {
    const before = await priceOfFirst();
    const id = await desk.changed(raise);
    const preview = await desk.publish(desk.owner, id, {}, '/preview');
    expect(preview.json()).toMatchObject({
      before: { catalogueRevision: desk.revision },
      after: { catalogueRevision: desk.revision + 1, pricesAndOdds: 1 },
    });
    expect(await priceOfFirst()).toBe(before);
    expect((await revisions())[0].id).toBe(desk.revision);
    expect((await desk.publish(desk.owner, id)).json()).toEqual({ revision: desk.revision + 1 });
  });

  test('O19 happens on the newest revision only; changes are carried over thing by thing', async () => {
    const mine = await desk.changed((content) => {
      rename(content);
      content.goods[1]!.name.en = 'Mine';
    });
    const other = await desk.changed((content) => {
      content.goods[1]!.name.en = 'Theirs';
      content.goods[2]!.name.en = 'Only theirs';
    });
    expect((await desk.publish(desk.owner, other)).statusCode).toBe(200);
    const base = desk.revision;
    await desk.look();
    expect(codeOf(await desk.publish(desk.owner, mine, { base }))).toBe('draftOutdated');
    expect(codeOf(await desk.publish(desk.owner, mine))).toBe('draftOutdated');
    const carried = await desk.manager.browser.call(operatorCalls.carryOverDraft, {
      params: { id: String(mine) },
      body: { version: 2 },
    });
    expect(carried.json()).toMatchObject({
      draft: { base: desk.revision, version: 3 },
      conflicts: [`goods ${desk.inForce.goods[1]!.id}`],
    });
    expect((await desk.publish(desk.owner, mine, { version: 3 })).statusCode).toBe(200);
    await desk.look();
    expect(desk.inForce.goods.slice(0, 3).map(({ name }) => name.en)).toEqual([
      expect.stringContaining('!'),
      'Mine',
      'Only theirs',
    ]);
  });

  test('O19 of two at once is done once', async () => {
    const ids = [await desk.changed(rename), await desk.changed(moveTicket)];
    const answers = await Promise.all(ids.map((id) => desk.publish(desk.owner, id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(codeOf(answers.find(({ statusCode }) => statusCode === 409)!)).toBe('draftOutdated');
  });

  test('O17 is refused with odds that mint coins, and changes nothing', async () => {
    const id = await desk.changed((content) => {
      raise(content);
      for (const item of patrolOf(content).items) if (item.isSwapAvailable) item.premiumCoinsPrice *= 2;
    });
    expect((await desk.review(id)).mistakes[0]).toMatchObject({ code: 'swapPaysBack' });
    const before = await priceOfFirst();
    expect(codeOf(await desk.publish(desk.owner, id))).toBe('draftHasMistakes');
    expect(await priceOfFirst()).toBe(before);
  });

  test('O19 of a draft without changes is refused', async () => {
    const id = await desk.changed(() => {});
    expect(codeOf(await desk.publish(desk.owner, id))).toBe('draftUnchanged');
  });

  test('O5 a manager publishes words alone; prices, odds and what goods give wait for a second person', async () => {
    const words = await desk.changed(rename);
    expect((await desk.publish(desk.manager, words)).json()).toHaveProperty('revision');
    await desk.look();
    for (const change of [
      raise,
      moveTicket,
      (content: Catalogue) => void content.goods[0]!.grants.push({ kind: 'premium', days: 1 }),
      (content: Catalogue) => {
        for (const tab of content.products)
          if (tab.type === 'one_coin') tab.oneCoinBonuses[0]!.coefficientBasisPoints += 100;
      },
    ]) {
      const id = await desk.changed(change);
      const answer = await desk.publish(desk.manager, id);
      expect(answer.statusCode).toBe(202);
      expect((await desk.read(id)).draft.version).toBe(2);
    }
    expect((await revisions())[0].id).toBe(desk.revision);
    const { toDecide } = (await desk.owner.browser.call(operatorCalls.approvals)).json();
    const params = { id: String(toDecide[0].id) };
    const approved = await desk.owner.browser.call(operatorCalls.approve, { params, body: {} });
    expect(approved.json()).toMatchObject({ state: 'approved' });
    expect((await revisions())[0]).toMatchObject({ source: 'browser', by: 'manager' });
  });

  test('O19 what players own keeps its odds, and the review says how many pieces', async () => {
    const { accountId } = await createPlayer(site.deps);
    const { id: caseId } = patrolOf(desk.inForce);
    const odds = 'SELECT hash FROM case_odds WHERE case_id = $1 ORDER BY revision DESC LIMIT 1';
    const hash = (await site.pool.query<{ hash: string }>(odds, [caseId])).rows[0]!.hash;
    await site.pool.query(
      `INSERT INTO case_lots (account_id, case_id, odds_hash, bought, opened, reason, ref_type, ref_id)
       VALUES ($1, $2, $3, 5, 2, 'gift', 'test', $3)`,
      [accountId, caseId, hash],
    );
    const id = await desk.changed(moveTicket);
    expect(await desk.review(id)).toMatchObject({
      unopened: [{ caseId, pieces: 3, lots: 1 }],
      changedOdds: ['patrol'],
    });
    await desk.publish(desk.owner, id);
    const { rows } = await site.pool.query('SELECT odds_hash FROM case_lots WHERE account_id = $1', [
      accountId,
    ]);
    expect(rows).toEqual([{ odds_hash: hash }]);
    expect((await site.pool.query<{ hash: string }>(odds, [caseId])).rows[0]!.hash).not.toBe(hash);
  });

  test('O19 rolling back is a draft of an older revision, and restores it', async () => {
    const first = desk.revision;
    const before = await priceOfFirst();
    await desk.publish(desk.owner, await desk.changed(raise));
    await desk.look();
    const back = await desk.changed(() => {}, first);
    expect((await desk.publish(desk.owner, back)).statusCode).toBe(200);
    expect(await priceOfFirst()).toBe(before);
    const [newest] = await revisions();
    const shown = await desk.owner.browser.call(operatorCalls.catalogueRevision, {
      params: { id: String(newest.id) },
    });
    expect(shown.json().changes).toMatchObject([{ noun: 'good', did: 'changed' }]);
  });

  test('O19 a revision is never changed', async () => {
    await expect(site.pool.query("UPDATE catalogue_revisions SET reason = 'other'")).rejects.toThrow();
    await expect(site.pool.query('DELETE FROM catalogue_revisions')).rejects.toThrow();
  });
});

describe('O19 who owns the catalogue', () => {
  test('O19 files are imported until somebody publishes in the browser, unless the settings give it to files', async () => {
    const own = await DraftDesk.open();
    await own.signIn();
    const { db } = own.site.deps;
    expect(await isOwnedByBrowser(db, { catalogue: 'browser' })).toBe(false);
    expect((await own.publish(own.owner, await own.changed(rename))).statusCode).toBe(200);
    expect(await isOwnedByBrowser(db, { catalogue: 'browser' })).toBe(true);
    expect(await isOwnedByBrowser(db, { catalogue: 'files' })).toBe(false);
    await own.site.close();
  });

  test('O19 the catalogue of an older version of the site becomes the first revision', async () => {
    const old = await createTestApp({ hasCatalogue: false });
    const { pool, deps } = old;
    await recordCatalogueInForce(pool, deps);
    expect((await pool.query('SELECT FROM catalogue_revisions')).rowCount).toBe(0);
    await importCatalogue(pool, demoCatalogue);
    const read = await withTx(pool, readTables);
    // what is read back is the same catalogue: to import it changes nothing
    expect(await importCatalogue(pool, read, { isDryRun: true })).toEqual([]);
    expect(new Set(itemIds(read))).toEqual(new Set(itemIds(demoCatalogue)));
    await pool.query('ALTER TABLE catalogue_revisions DISABLE TRIGGER append_only');
    await pool.query('DELETE FROM catalogue_revisions');
    await recordCatalogueInForce(pool, deps);
    await recordCatalogueInForce(pool, deps);
    const { rows } = await pool.query('SELECT source, content FROM catalogue_revisions');
    expect(rows).toEqual([{ source: 'site', content: JSON.parse(JSON.stringify(read)) }]);
    await old.close();
  });
});
