import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { CataloguePage } from '#/operator/catalogue/CataloguePage.tsx';
import { DraftPage } from '#/operator/catalogue/DraftPage.tsx';
import { testCatalogue } from '../../support/catalogue/testCatalogue.ts';
import { DRAFT_AT, DRAFT_HEAD, NONE_USED } from '../../support/operator/draftHead.ts';
import { type Answers, answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const {
  carryOverDraft,
  catalogue,
  catalogueRevisions,
  draft,
  makeDraft,
  previewDraft,
  publishDraft,
  reviewDraft,
  saveDraft,
} = operatorCalls;
const REVISION = { id: 7, at: DRAFT_AT, source: 'browser', by: 'Olena', reason: 'spring', changes: 3 };
const REVIEW = {
  version: 4,
  mistakes: [],
  warnings: [{ code: 'veryRare', caseId: 1, values: { item: 107, name: 'Prize 1-7', tickets: 1 } }],
  changes: [
    {
      noun: 'good',
      id: '101',
      name: 'Good 101',
      did: 'changed',
      fields: [{ field: 'price_coins', from: 20, to: 25 }],
    },
  ],
  unopened: [{ caseId: 1, pieces: 40, lots: 3 }],
  changedOdds: ['heist'],
};

let answers: Answers;
let version: number;
/** Answers of the draft: as it is opened, and as it is saved. */
let opened: () => unknown;
let save: () => unknown;
beforeEach(async () => {
  await page.viewport(1440, 900);
  version = DRAFT_HEAD.version;
  opened = () => ({
    draft: { ...DRAFT_HEAD, version },
    content: testCatalogue,
    newest: 7,
    inForce: testCatalogue.cases,
    used: NONE_USED,
  });
  save = () => ({ ...DRAFT_HEAD, version: (version += 1) });
  answers = {
    [catalogue.path]: () => ({
      ownedBy: 'browser',
      revision: REVISION,
      drafts: [DRAFT_HEAD],
      pictures: ['items/gift'],
    }),
    [catalogueRevisions.path]: () => ({ revisions: [REVISION, { ...REVISION, id: 6 }], nextBefore: null }),
    // both have the same path
    [draft.path]: ([{ method }]) => (method === 'GET' ? opened() : save()),
    [reviewDraft.path]: () => REVIEW,
    [makeDraft.path]: () => ({ id: 13 }),
    [carryOverDraft.path]: () => ({ draft: DRAFT_HEAD, conflicts: [] }),
    [`${publishDraft.path}/preview`]: () => ({
      before: { catalogueRevision: 7 },
      after: { catalogueRevision: 8 },
    }),
    [publishDraft.path]: () => ({ revision: 8 }),
  };
});

const show = (address: string) =>
  showPages({ '/catalogue': <CataloguePage />, '/catalogue/drafts/:id': <DraftPage /> }, address);
type Sent = ReturnType<typeof answerCalls>;
const bodiesOf = (sent: Sent, { path }: { path: string }) =>
  sent
    .filter(([endpoint]) => endpoint.path === path && endpoint.method === 'POST')
    .map(([, input]) => (input as { body: { version: number; content: Catalogue } }).body);
const openGood = '/catalogue/drafts/12?part=goods&at=6';

test('O30 the catalogue says that it loads and that it failed', async () => {
  answers[catalogue.path] = () => {
    throw new ApiError('offline', 0);
  };
  answerCalls(answers);
  const view = await show('/catalogue').screen;
  await expect.element(view.getByText('This did not load')).toBeVisible();
});

test('O19 an older revision is rolled back by a draft of it', async () => {
  const sent = answerCalls(answers);
  const { router, screen } = show('/catalogue');
  const view = await screen;
  await view.getByRole('button', { name: 'Roll back in a draft' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/catalogue/drafts/13');
  expect(bodiesOf(sent, makeDraft)).toEqual([{ revision: 6 }]);
});

test('O16 a catalogue that is kept in files can only be looked at', async () => {
  answers[catalogue.path] = () => ({
    ownedBy: 'files',
    revision: REVISION,
    drafts: [DRAFT_HEAD],
    pictures: [],
  });
  answerCalls(answers);
  const view = await show('/catalogue').screen;
  await expect.element(view.getByText(/CATALOGUE=files/)).toBeVisible();
  await expect.element(view.getByRole('button', { name: 'Begin a draft' })).not.toBeInTheDocument();
  await view.unmount();
  const editor = await show(openGood).screen;
  await expect.element(editor.getByLabelText('Price, OC')).toHaveAttribute('readonly');
});

test('O16 what is typed is checked at once at its field, and saved after a pause', async () => {
  const sent = answerCalls(answers);
  const view = await show(openGood).screen;
  const name = view.getByRole('group', { name: 'Name' }).getByLabelText('EN');
  await name.fill(' Good');
  await expect.element(view.getByText('A text without spaces around it is needed')).toBeVisible();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(view.getByRole('link', { name: 'Goods 1 has mistakes' })).toBeVisible();
  await name.fill('Better good');
  await expect.element(view.getByText('A text without spaces around it is needed')).not.toBeInTheDocument();
  await expect.poll(() => bodiesOf(sent, saveDraft).at(-1)?.content.goods[6]?.name.en).toBe('Better good');
  await expect.element(view.getByText('Saved', { exact: true })).toBeVisible();
});

test('O16 a price that is no number is a mistake, and not the last number that was typed', async () => {
  const sent = answerCalls(answers);
  const view = await show(openGood).screen;
  await view.getByLabelText('Price, OC').fill('2x');
  await expect.element(view.getByText('A number is needed')).toBeVisible();
  await expect.poll(() => bodiesOf(sent, saveDraft).at(-1)?.content.goods[6]?.price).toEqual({ coins: null });
  await view.getByLabelText('Price, OC').fill('25');
  await expect.poll(() => bodiesOf(sent, saveDraft).at(-1)?.content.goods[6]?.price).toEqual({ coins: 25 });
});

test('O16 the second of two people sees a message, and keeps their input', async () => {
  const sent = answerCalls(answers);
  save = () => {
    throw new ApiError('operatorChanged', 409);
  };
  const view = await show(openGood).screen;
  await view.getByLabelText('Price, OC').fill('31');
  await expect
    .element(view.getByRole('alert'))
    .toHaveTextContent('Somebody else has saved this draft meanwhile');
  await expect.element(view.getByLabelText('Price, OC')).toHaveValue('31');
  version = 9;
  save = () => ({ ...DRAFT_HEAD, version: 10 });
  await view.getByRole('button', { name: 'Save mine over it' }).click();
  await expect.element(view.getByText('Saved', { exact: true })).toBeVisible();
  expect(bodiesOf(sent, saveDraft).at(-1)).toMatchObject({ version: 9 });
  expect(bodiesOf(sent, saveDraft).at(-1)?.content.goods[6]?.price).toEqual({ coins: 31 });
});

test('O19 a draft that cannot be saved says why, for example because it was planned meanwhile', async () => {
  answerCalls(answers);
  save = () => {
    throw new ApiError('operatorChanged', 409);
  };
  const view = await show(openGood).screen;
  await view.getByLabelText('Price, OC').fill('31');
  await expect.element(view.getByText('Changed by somebody else')).toBeVisible();
  save = () => {
    throw new ApiError('draftPlanned', 409);
  };
  await view.getByRole('button', { name: 'Save mine over it' }).click();
  await expect.element(view.getByText('Could not be saved')).toBeVisible();
  await expect.element(view.getByRole('alert')).toHaveTextContent(/planned to be published/);
});

test('O18 a preview waits for the save that runs, and for what is typed after it', async () => {
  const sent = answerCalls(answers);
  const previews = () => sent.filter(([endpoint]) => endpoint.path === previewDraft.path);
  answers[previewDraft.path] = () => {
    throw new ApiError('offline', 0);
  };
  let endSave = () => {};
  const isSaved = new Promise<void>((resolve) => {
    endSave = resolve;
  });
  const saved = save;
  save = async () => {
    await isSaved;
    return saved();
  };
  const view = await show(openGood).screen;
  const price = view.getByLabelText('Price, OC');
  await price.fill('31');
  await expect.element(view.getByText('Saving', { exact: true })).toBeVisible();
  await price.fill('32');
  await view.getByRole('button', { name: 'Preview on the site' }).click();
  expect(previews()).toEqual([]);
  endSave();
  await expect.poll(previews).toHaveLength(1);
  expect(bodiesOf(sent, saveDraft).map(({ content }) => content.goods[6]?.price)).toEqual([
    { coins: 31 },
    { coins: 32 },
  ]);
});

test('O18 what cannot be saved is not previewed', async () => {
  const sent = answerCalls(answers);
  save = () => {
    throw new ApiError('operatorChanged', 409);
  };
  const view = await show(openGood).screen;
  await view.getByLabelText('Price, OC').fill('31');
  await view.getByRole('button', { name: 'Preview on the site' }).click();
  await expect.element(view.getByRole('alert')).toBeVisible();
  expect(sent.filter(([endpoint]) => endpoint.path === previewDraft.path)).toEqual([]);
});

test('O19 a draft is published with a reason, and the name of a case whose odds change', async () => {
  const sent = answerCalls(answers);
  const { router, screen } = show('/catalogue/drafts/12?part=review');
  const view = await screen;
  await expect.element(view.getByText(/players own 40 unopened pieces/)).toBeVisible();
  await expect.element(view.getByText(/“Prize 1-7” is rarer than 1 in 100,000/)).toBeVisible();
  await expect.element(view.getByText('20 OC')).toBeVisible();
  await view.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = view.getByRole('dialog');
  await dialog.getByLabelText('Reason').fill('a better price');
  await expect.element(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await dialog.getByLabelText('Name of the case with new odds').fill('heist');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/catalogue');
  expect(bodiesOf(sent, publishDraft)).toEqual([{ version: 3, base: 7, reason: 'a better price' }]);
  // the draft has ended: nothing asks for it any more
  const asked = sent.map(([{ path }]) => path);
  const after = asked.slice(asked.indexOf(publishDraft.path));
  expect(after).toContain(catalogue.path);
  expect(after.filter((path) => path === draft.path || path === reviewDraft.path)).toEqual([]);
});

test('O19 a draft of an older revision is not published; its changes can be carried over', async () => {
  opened = () => ({
    draft: { ...DRAFT_HEAD, base: 6 },
    content: testCatalogue,
    newest: 7,
    inForce: testCatalogue.cases,
    used: NONE_USED,
  });
  const sent = answerCalls(answers);
  const view = await show('/catalogue/drafts/12?part=review').screen;
  await expect.element(view.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await view.getByRole('button', { name: 'Carry my changes over' }).click();
  await expect.poll(() => bodiesOf(sent, carryOverDraft)).toEqual([{ version: 3 }]);
});

test('O16 mistakes lead to their fields, and nothing can be published with them', async () => {
  const wrong = structuredClone(testCatalogue);
  wrong.goods[6]!.price = { coins: 12 };
  opened = () => ({
    draft: DRAFT_HEAD,
    content: wrong,
    newest: 7,
    inForce: testCatalogue.cases,
    used: NONE_USED,
  });
  answerCalls(answers);
  const view = await show('/catalogue/drafts/12?part=review').screen;
  await expect.element(view.getByText(/would mint coins/)).toBeVisible();
  await expect.element(view.getByRole('button', { name: 'Publish', exact: true })).not.toBeInTheDocument();
  await view.getByRole('link', { name: 'Goods · Good 101' }).click();
  await expect.element(view.getByLabelText('Price, OC')).toHaveValue('12');
});

test('O16 text that is typed during a save is saved next, also when the operator leaves the page', async () => {
  const sent = answerCalls(answers);
  let endSave = () => {};
  const isSaved = new Promise<void>((resolve) => {
    endSave = resolve;
  });
  const answer = save;
  save = async () => {
    if (version === DRAFT_HEAD.version) await isSaved;
    return answer();
  };
  const view = await show(openGood).screen;
  await view.getByLabelText('Price, OC').fill('25');
  await expect.element(view.getByText('Saving', { exact: true })).toBeVisible();
  await view.getByLabelText('Price, OC').fill('26');
  await view.unmount();
  endSave();
  await expect
    .poll(() => bodiesOf(sent, saveDraft).map(({ version: of, content }) => [of, content.goods[6]?.price]))
    .toEqual([
      [3, { coins: 25 }],
      [4, { coins: 26 }],
    ]);
});
