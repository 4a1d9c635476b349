import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { DraftPage } from '#/operator/catalogue/DraftPage.tsx';
import { testCatalogue } from '../../support/catalogue/testCatalogue.ts';
import { NONE_USED } from '../../support/operator/draftHead.ts';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { catalogue, draft, planDraft, reviewDraft, unplanDraft } = operatorCalls;
const AT = '2026-01-15T12:00:00.000Z';
const PLAN = { at: AT, by: 'Olena', reason: 'for the weekend', failure: null };
const REVISION = { id: 7, at: AT, source: 'browser', by: 'Olena', reason: 'spring', changes: 3 };
const CHANGE = { noun: 'good', id: '101', name: 'Good 101', did: 'added', fields: [] };
const REVIEW = { version: 3, mistakes: [], warnings: [], changes: [CHANGE], unopened: [], changedOdds: [] };

interface Head {
  id: number;
  plan: Omit<typeof PLAN, 'failure'> & { failure: string | null };
}
const headOf = (id: number, plan: Head['plan'] | null) => ({
  id,
  version: 3,
  base: 7,
  owner: { id: 1, name: 'Olena' },
  savedBy: 'Olena',
  savedAt: AT,
  createdAt: AT,
  plan,
});

beforeEach(() => page.viewport(1440, 900));

/** Shows draft 12 beside draft 13. @returns the page, and the bodies that were sent to a path */
function show(plan: Head['plan'] | null, part: string, other: Head['plan'] | null = null) {
  let head = headOf(12, plan);
  const consequences = () => ({ before: { publishAt: null }, after: { publishAt: AT } });
  const sent = answerCalls({
    [catalogue.path]: () => ({
      ownedBy: 'browser',
      revision: REVISION,
      drafts: [head, headOf(13, other)],
      pictures: [],
    }),
    [draft.path]: () => ({
      draft: head,
      content: testCatalogue,
      newest: 7,
      inForce: testCatalogue.cases,
      used: NONE_USED,
    }),
    [reviewDraft.path]: () => REVIEW,
    [`${planDraft.path}/preview`]: consequences,
    [planDraft.path]: () => ({ version: 4 }),
    [`${unplanDraft.path}/preview`]: consequences,
    [unplanDraft.path]: () => {
      head = { ...headOf(12, null), version: 4 };
      return { version: 4 };
    },
  });
  const pages = { '/catalogue': <p>All drafts</p>, '/catalogue/drafts/:id': <DraftPage /> };
  const { screen } = showPages(pages, `/catalogue/drafts/12?part=${part}`);
  const bodiesOf = (path: string) =>
    sent
      .filter(([endpoint]) => endpoint.path === path)
      .map(([, input]) => (input as { body: Record<string, unknown> }).body);
  return { screen, bodiesOf };
}

test('O19 a draft is planned for a time in the zone of its operator; a time in the past is refused at its field', async () => {
  const { screen, bodiesOf } = show(null, 'review');
  const view = await screen;
  await view.getByRole('button', { name: 'Publish later' }).click();
  const time = view.getByLabelText('Time of publishing');
  await time.fill('2020-01-01T10:00');
  await view.getByRole('button', { name: 'Next' }).click();
  await expect.element(view.getByText('Choose a time from a minute to 90 days ahead')).toBeVisible();
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
  tomorrow.setSeconds(0, 0);
  const local = new Date(tomorrow.getTime() - tomorrow.getTimezoneOffset() * 60_000).toISOString();
  await time.fill(local.slice(0, 16));
  await view.getByRole('button', { name: 'Next' }).click();
  await view.getByLabelText('Reason').fill('for the weekend');
  await view.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect.element(view.getByText('All drafts')).toBeVisible();
  expect(bodiesOf(planDraft.path)).toEqual([
    { version: 3, base: 7, publishAt: tomorrow.toISOString(), reason: 'for the weekend' },
  ]);
});

test('O19 a planned draft says when and why, can only be looked at, and can be called off', async () => {
  const { screen, bodiesOf } = show(PLAN, 'goods&at=6');
  const view = await screen;
  await expect.element(view.getByText(/Will be published on .*2026.*in the name of Olena/)).toBeVisible();
  await expect.element(view.getByText('for the weekend')).toBeVisible();
  await expect.element(view.getByLabelText('Price, OC')).toHaveAttribute('readonly');
  await view.getByRole('button', { name: 'Call off' }).click();
  const dialog = view.getByRole('dialog');
  await dialog.getByLabelText('Reason').fill('not this week');
  await dialog.getByRole('button', { name: 'Call off' }).click();
  await expect.element(view.getByText(/Will be published on/)).not.toBeInTheDocument();
  await expect.element(view.getByLabelText('Price, OC')).not.toHaveAttribute('readonly');
  expect(bodiesOf(unplanDraft.path)).toEqual([{ version: 3, reason: 'not this week' }]);
});

test('O19 the review of a planned draft offers neither publishing nor discarding', async () => {
  const { screen } = show(PLAN, 'review');
  const view = await screen;
  await expect.element(view.getByText('Good 101')).toBeVisible();
  await expect.element(view.getByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  await expect.element(view.getByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
});

test('O19 a plan that failed says why, and the draft can be edited', async () => {
  const { screen } = show({ ...PLAN, failure: 'draftOutdated' }, 'goods&at=6');
  const view = await screen;
  await expect
    .element(view.getByRole('alert'))
    .toHaveTextContent(/that failed: Another revision has been published/);
  await expect.element(view.getByLabelText('Price, OC')).not.toHaveAttribute('readonly');
});

test('O19 the review names other drafts that are planned', async () => {
  const { screen } = show(null, 'review', PLAN);
  const view = await screen;
  await expect.element(view.getByText(/Other drafts are planned: Draft 13/)).toBeVisible();
});
