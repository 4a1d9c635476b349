import type { SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { planAct } from '#/server/areas/operator/catalogue/planAct.ts';
import { publishPlanned } from '#/server/areas/operator/catalogue/publishPlanned.ts';
import { discountCodes } from '#/server/platform/db/tables/shop.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { codeOf } from '../../../../support/access/mailedLinks.ts';
import { DraftDesk } from '../../../../support/desks/draftDesk.ts';
import { createOperator, type TestOperator } from '../../../../support/desks/operators.ts';
import { createSibling, type TestApp } from '../../../../support/app/testApp.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let site: TestApp;
let desk: DraftDesk;
beforeAll(async () => {
  desk = await DraftDesk.open();
  site = desk.site;
});
beforeEach(() => desk.signIn());
afterAll(() => site.close());

const rename = (content: Catalogue) => {
  content.goods[0]!.name.en += '!';
};
const raise = (content: Catalogue) => {
  const { price } = content.goods[0]!;
  content.goods[0]!.price = { coins: ('coins' in price ? price.coins : 0) + 10 };
};
const inMs = (ms: number) => new Date(site.deps.now().getTime() + ms).toISOString();
const plan = (by: TestOperator, id: number, more: object = {}) =>
  by.browser.call(operatorCalls.planDraft, {
    params: { id: String(id) },
    body: { version: 2, base: desk.revision, reason: 'for the weekend', publishAt: inMs(HOUR_MS), ...more },
  });
const planned = async (change: (content: Catalogue) => void, more: object = {}) => {
  const id = await desk.changed(change);
  const answer = await plan(desk.owner, id, more);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return id;
};
const unplan = (id: number, version = 3) =>
  desk.owner.browser.call(operatorCalls.unplanDraft, {
    params: { id: String(id) },
    body: { version, reason: 'not this week' },
  });
const later = async (ms: number) => {
  site.advanceMs(ms);
  await publishPlanned(site.deps);
  await desk.signIn();
};
/** The newest entry of the audit log with this act. */
const audited = async (act: string) => {
  const { entries } = (await desk.owner.browser.call(operatorCalls.audit)).json();
  return entries.find((entry: { act: string }) => entry.act === act);
};
const planOf = async (id: number) => (await desk.read(id)).draft.plan;

describe('O19 planned publishing', () => {
  test('O19 a draft that fails keeps no other draft from its time, and is tried again', async () => {
    const before = desk.revision;
    const faulty = await planned((content) => {
      content.goods[1]!.name.en += '!';
    });
    await planned(raise);
    await site.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'a faulty row'; END $$`);
    await site.pool.query(`CREATE TRIGGER refuse BEFORE UPDATE ON catalogue_drafts
      FOR EACH ROW WHEN (OLD.id = ${faulty}) EXECUTE FUNCTION refuse()`);
    site.advanceMs(HOUR_MS);
    await expect(publishPlanned(site.deps)).rejects.toThrow('1 planned drafts were not published');
    await desk.signIn();
    expect(desk.revision).toBe(before + 1);
    expect(await planOf(faulty)).toMatchObject({ failure: null });
    await site.pool.query('DROP TRIGGER refuse ON catalogue_drafts');
    await later(0);
    expect(desk.revision).toBe(before + 2);
  });

  test('O19 publishes the draft at its time, not before, in the name of its planner', async () => {
    const id = await planned(raise);
    const before = desk.revision;
    await later(HOUR_MS - 1000);
    expect(desk.revision).toBe(before);
    expect(await planOf(id)).toMatchObject({ reason: 'for the weekend', failure: null });
    await later(1000);
    expect(desk.revision).toBe(before + 1);
    const [newest] = (await desk.owner.browser.call(operatorCalls.catalogueRevisions)).json().revisions;
    expect(newest).toMatchObject({ source: 'browser', by: 'owner', reason: 'for the weekend', changes: 1 });
    expect(await audited('publishCatalogue')).toMatchObject({
      targetId: String(id),
      after: { catalogueRevision: before + 1, plannedFor: expect.any(String) },
    });
    expect(codeOf(await desk.publish(desk.owner, id))).toBe('notFound');
  });

  test('O19 a planned draft cannot be saved, carried over, discarded, planned twice or published', async () => {
    const id = await planned(rename);
    const { content } = await desk.read(id);
    const params = { id: String(id) };
    const calls = [
      await desk.save(id, 3, content),
      await desk.manager.browser.call(operatorCalls.carryOverDraft, { params, body: { version: 3 } }),
      await desk.manager.browser.call(operatorCalls.discardDraft, { params, body: { version: 3 } }),
      await plan(desk.owner, id, { version: 3 }),
      await desk.publish(desk.owner, id, { version: 3 }),
    ];
    expect(calls.map(codeOf)).toEqual(Array.from({ length: 5 }, () => 'draftPlanned'));
    expect(codeOf(await desk.save(id, 2, content))).toBe('operatorChanged');
    expect((await unplan(id)).json()).toEqual({ version: 4 });
    expect(codeOf(await unplan(id, 4))).toBe('draftNotPlanned');
    expect((await desk.save(id, 4, content)).statusCode).toBe(200);
    await later(HOUR_MS);
    expect((await desk.read(id)).draft.version).toBe(5);
  });

  test('O19 is published once, whichever process is first', async () => {
    await planned(rename);
    const before = desk.revision;
    site.advanceMs(HOUR_MS);
    const siblings = await Promise.all([createSibling(site), createSibling(site)]);
    const { now } = site.deps;
    const all = [site, ...siblings].map(({ deps }) => Object.assign(deps, { now }));
    await Promise.all([...all, ...all].map(publishPlanned));
    await Promise.all(siblings.map((sibling) => sibling.close()));
    await desk.look();
    expect(desk.revision).toBe(before + 1);
  });

  test('O19 carries the draft over when another one was published since', async () => {
    await planned(rename);
    const other = await desk.changed((content) => {
      content.goods[1]!.name.en = 'Only theirs';
    });
    expect((await desk.publish(desk.owner, other)).statusCode).toBe(200);
    await later(HOUR_MS);
    expect(desk.inForce.goods.slice(0, 2).map(({ name }) => name.en)).toEqual([
      expect.stringContaining('!'),
      'Only theirs',
    ]);
  });

  test('O19 fails when both changed the same thing: the draft can be edited again and "needs you" counts it', async () => {
    const id = await planned(rename);
    const other = await desk.changed((content) => {
      content.goods[0]!.name.en = 'Theirs';
    });
    expect((await desk.publish(desk.owner, other)).statusCode).toBe(200);
    await later(HOUR_MS);
    expect(desk.inForce.goods[0]!.name.en).toBe('Theirs');
    expect(await planOf(id)).toMatchObject({ failure: 'draftOutdated' });
    const counts = async () => (await desk.owner.browser.call(operatorCalls.site)).json().counts;
    expect(await counts()).toMatchObject({ plansFailed: 1 });
    expect(await audited('planFailed')).toMatchObject({
      targetId: String(id),
      after: { failure: 'draftOutdated' },
    });
    const { draft, content } = await desk.read(id);
    expect((await desk.save(id, draft.version, content)).statusCode).toBe(200);
    expect(await counts()).toMatchObject({ plansFailed: 0 });
    await later(DAY_MS);
    expect(desk.inForce.goods[0]!.name.en).toBe('Theirs');
  });

  test('O19 fails when its planner may not publish any more', async () => {
    const id = await planned(rename);
    await site.pool.query(`UPDATE operators SET state = 'disabled' WHERE id = $1`, [desk.owner.id]);
    const before = desk.revision;
    await later(HOUR_MS);
    expect(desk.revision).toBe(before);
    expect(await planOf(id)).toMatchObject({ failure: 'operatorForbidden' });
    const { draft, content } = await desk.read(id);
    await desk.save(id, draft.version, content);
  });

  test('O5 what an owner planned fails at once when they may no longer publish alone', async () => {
    const id = await planned(raise);
    const own = await planned((content) => {
      content.goods[1]!.name.en += '!';
    });
    const other = await createOperator(site, 'owner');
    const change = (role: 'owner' | 'manager', version: number) =>
      other.browser.call(operatorCalls.changeStaff, {
        params: { id: String(desk.owner.id) },
        body: { role, isDisabled: false, version, reason: 'they sell no more' },
      });
    expect((await unplan(own)).statusCode).toBe(200);
    expect((await change('owner', 1)).statusCode).toBe(200);
    expect(await planOf(id)).toMatchObject({ failure: null });
    expect((await change('manager', 2)).statusCode).toBe(200);
    expect(await planOf(id)).toMatchObject({ failure: 'operatorForbidden' });
    expect(await planOf(own)).toBeNull();
    const before = desk.revision;
    await later(HOUR_MS);
    expect(desk.revision).toBe(before);
    expect(await audited('planFailed')).toMatchObject({ targetId: String(id) });
  });

  test.each([
    ['now', 0],
    ['in the past', -HOUR_MS],
    ['in 91 days', 91 * DAY_MS],
  ])('O19 a time %s is refused next to its field', async (_, ms) => {
    const id = await desk.changed(rename);
    const answer = await plan(desk.owner, id, { publishAt: inMs(ms) });
    expect(answer.json()).toMatchObject({ code: 'planTime', errors: { publishAt: 'planTime' } });
  });

  test('O19 a plan with mistakes is refused at once, and its preview leaves nothing behind', async () => {
    const wrong = await desk.changed((content) => {
      content.goods[0]!.name.en = '';
    });
    expect(codeOf(await plan(desk.owner, wrong))).toBe('draftHasMistakes');
    const id = await desk.changed(raise);
    const preview = await desk.owner.browser.call(operatorCalls.planDraft, {
      params: { id: String(id) },
      body: { version: 2, base: desk.revision, reason: 'for later', publishAt: inMs(HOUR_MS) },
      suffix: '/preview',
    });
    expect(preview.json()).toMatchObject({ before: { publishAt: null }, after: { pricesAndOdds: 1 } });
    expect(await planOf(id)).toBeNull();
  });

  test('O19 a plan whose banner has a code that ends before is refused at its time', async () => {
    const code = { code: 'WEEKEND', percentBasisPoints: 1000, createdAt: site.deps.now() };
    const endsAt = new Date(site.deps.now().getTime() + HOUR_MS);
    await site.deps.db.insert(discountCodes).values({ ...code, endsAt });
    const id = await desk.changed(({ landing }) => {
      landing.promos.push({ code: 'WEEKEND', title: { ru: 'A', uk: 'B', en: 'C' } });
    });
    const late = await plan(desk.owner, id, { publishAt: inMs(HOUR_MS) });
    expect(late.json()).toMatchObject({ code: 'planPromoEnds', errors: { publishAt: 'planPromoEnds' } });
    expect(await planOf(id)).toBeNull();
    expect((await plan(desk.owner, id, { publishAt: inMs(HOUR_MS - 1) })).statusCode).toBe(200);
    expect((await unplan(id)).statusCode).toBe(200);
  });

  test('O19 nobody can save the draft between its trial and its plan', async () => {
    const id = await desk.changed(raise);
    const { operatorId, base, reason } = {
      operatorId: desk.owner.id,
      base: desk.revision,
      reason: 'for later',
    };
    const free: (number | null)[] = [];
    await withTx(site.pool, async (tx) => {
      const execute = tx.execute.bind(tx);
      const watched = async (query: SQL) => {
        const result = await execute(query);
        const draft = 'SELECT FROM catalogue_drafts WHERE id = $1 FOR UPDATE SKIP LOCKED';
        free.push((await site.pool.query(draft, [id])).rowCount);
        return result;
      };
      Object.assign(tx, { execute: watched });
      await planAct(tx, site.deps, { id, version: 2, operatorId, base, reason, publishAt: inMs(HOUR_MS) });
    });
    expect(free.at(-1)).toBe(0);
    expect((await unplan(id)).statusCode).toBe(200);
  });

  test('O5 prices of a manager wait for a second person, whose approval makes the plan', async () => {
    const id = await desk.changed(raise);
    const asked = await plan(desk.manager, id);
    expect(asked.statusCode).toBe(202);
    expect(await planOf(id)).toBeNull();
    const approved = await desk.owner.browser.call(operatorCalls.approve, {
      params: { id: String(asked.json().pending.id) },
      body: { reason: 'right' },
    });
    expect(approved.statusCode).toBe(200);
    expect(await planOf(id)).toMatchObject({ by: 'manager', failure: null });
    const before = desk.revision;
    await later(HOUR_MS);
    expect(desk.revision).toBe(before + 1);
  });
});
