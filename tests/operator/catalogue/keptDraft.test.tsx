import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { DraftPage } from '#/operator/catalogue/DraftPage.tsx';
import { SignInAgain } from '#/operator/frame/SignInAgain.tsx';
import { noteSessionLost } from '#/operator/platform/sessionLost.ts';
import { testCatalogue } from '../../support/catalogue/testCatalogue.ts';
import { DRAFT_HEAD, NONE_USED } from '../../support/operator/draftHead.ts';
import { type Answers, answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { catalogue, discardDraft, draft, reviewDraft, signIn } = operatorCalls;
const GOOD = 6;

let content: typeof testCatalogue;
let save: () => unknown;
let answers: Answers;
beforeEach(async () => {
  await page.viewport(1440, 900);
  content = structuredClone(testCatalogue);
  save = () => ({ ...DRAFT_HEAD, version: 4 });
  answers = {
    [catalogue.path]: () => ({ ownedBy: 'browser', revision: { id: 7 }, drafts: [DRAFT_HEAD], pictures: [] }),
    // both have the same path
    [draft.path]: ([{ method }]) =>
      method === 'GET'
        ? { draft: DRAFT_HEAD, content, newest: 7, inForce: content.cases, used: NONE_USED }
        : save(),
  };
});

const show = (part: string) =>
  showPages(
    {
      '/catalogue': <p>All drafts</p>,
      '/catalogue/drafts/:id': (
        <>
          <DraftPage />
          <SignInAgain />
        </>
      ),
    },
    `/catalogue/drafts/12?part=${part}`,
  );

test('O30 the input of a draft outlives the end of a session, and is saved after the next sign-in', async () => {
  answers[signIn.path] = () => ({ csrfToken: 'x' });
  const sent = answerCalls(answers);
  const saved = save;
  save = () => {
    noteSessionLost();
    throw new ApiError('sessionRequired', 401);
  };
  const view = await show(`goods&at=${GOOD}`).screen;
  const readings = () => sent.filter(([{ path }]) => path === catalogue.path).length;
  await view.getByLabelText('Price, OC').fill('31');
  const dialog = view.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  save = saved;
  const before = readings();
  await dialog.getByLabelText('Email').fill('olena@example.org');
  await dialog.getByLabelText('Password').first().fill('quiet-harbour-19');
  await dialog.getByLabelText('Confirmation code').fill('123456');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  // what the page shows besides the draft is read again
  await expect.poll(readings).toBeGreaterThan(before);
  await view.getByRole('button', { name: 'Save again' }).click();
  await expect.element(view.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(view.getByLabelText('Price, OC')).toHaveValue('31');
  expect(sent.findLast(([{ path, method }]) => path === draft.path && method !== 'GET')?.[1]).toMatchObject({
    body: { content: { goods: { [GOOD]: { price: { coins: 31 } } } } },
  });
});

const MISTAKE = { path: ['goods', GOOD, 'case'], code: 'noCase', sentence: 'there is no such case' };
const REVIEW = { version: 3, warnings: [], changes: [], unopened: [], changedOdds: [] };

test.each([
  ['the page', { coins: 12 }, []],
  ['the server', { coins: 20 }, [MISTAKE]],
])('O16 a draft whose mistakes %s has found can be discarded', async (_, price, found) => {
  content.goods[GOOD]!.price = price;
  answers[reviewDraft.path] = () => ({ ...REVIEW, mistakes: found });
  answers[discardDraft.path] = () => ({});
  const sent = answerCalls(answers);
  const { router, screen } = show('review');
  const view = await screen;
  await expect.element(view.getByRole('link', { name: 'Goods · Good 101' })).toBeVisible();
  await view.getByRole('button', { name: 'Discard the draft' }).click();
  await view.getByRole('button', { name: 'Really discard it?' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/catalogue');
  expect(sent.filter(([{ path }]) => path === discardDraft.path).map(([, input]) => input)).toEqual([
    { params: { id: '12' }, body: { version: 3 } },
  ]);
});

test('O16 a draft is not discarded while what was typed is being saved', async () => {
  save = () => new Promise(() => {});
  answerCalls(answers);
  const { router, screen } = show(`goods&at=${GOOD}`);
  const view = await screen;
  await view.getByLabelText('Price, OC').fill('12');
  await router.navigate('/catalogue/drafts/12?part=review');
  await expect.element(view.getByRole('link', { name: 'Goods · Good 101' })).toBeVisible();
  await expect.element(view.getByRole('button', { name: 'Discard the draft' })).not.toBeInTheDocument();
});

/** Types into a draft that cannot be saved, and follows a link. */
async function leaveUnsaved() {
  save = () => {
    throw new ApiError('offline', 0);
  };
  answerCalls(answers);
  const { router, screen } = show(`goods&at=${GOOD}`);
  const view = await screen;
  await view.getByLabelText('Price, OC').fill('12');
  void router.navigate('/catalogue');
  await expect.element(view.getByRole('dialog')).toBeVisible();
  return { router, view };
}

test('O30 who leaves a draft that cannot be saved is asked first, and stays with their input', async () => {
  const { router, view } = await leaveUnsaved();
  await view.getByRole('button', { name: 'Stay here' }).click();
  await expect.element(view.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(view.getByLabelText('Price, OC')).toHaveValue('12');
  expect(router.state.location.pathname).toBe('/catalogue/drafts/12');
});

test('O30 who leaves a draft that cannot be saved may do so anyway', async () => {
  const { router, view } = await leaveUnsaved();
  await view.getByRole('button', { name: 'Leave anyway' }).click();
  await expect.element(view.getByText('All drafts')).toBeVisible();
  expect(router.state.location.pathname).toBe('/catalogue');
});

test('O30 a link leaves a draft once its input is saved', async () => {
  const sent = answerCalls(answers);
  const { router, screen } = show(`goods&at=${GOOD}`);
  const view = await screen;
  await view.getByLabelText('Price, OC').fill('12');
  await router.navigate('/catalogue');
  await expect.element(view.getByText('All drafts')).toBeVisible();
  expect(sent.filter(([{ path, method }]) => path === draft.path && method !== 'GET')).toHaveLength(1);
});

test('O30 nothing can be typed into a draft while it is carried over, because it is opened anew then', async () => {
  let end: (reply: unknown) => void = () => {};
  answers[catalogue.path] = () => ({
    ownedBy: 'browser',
    revision: { id: 8 },
    drafts: [DRAFT_HEAD],
    pictures: [],
  });
  answers[operatorCalls.carryOverDraft.path] = () => new Promise((resolve) => (end = resolve));
  answerCalls(answers);
  const { screen } = show(`goods&at=${GOOD}`);
  const view = await screen;
  const price = view.getByLabelText('Price, OC');
  await expect.element(price).not.toHaveAttribute('readonly');
  await view.getByRole('button', { name: 'Carry my changes over' }).click();
  await expect.element(price).toHaveAttribute('readonly');
  end({ conflicts: [] });
  await expect.element(price).not.toHaveAttribute('readonly');
});
