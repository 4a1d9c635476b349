import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import { caseImage, itemImage, shopImage } from '#/client/platform/media/images.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { DraftPage } from '#/operator/catalogue/DraftPage.tsx';
import { testCatalogue } from '../../support/catalogue/testCatalogue.ts';
import { DRAFT_HEAD, NONE_USED } from '../../support/operator/draftHead.ts';
import { type Answers, answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { catalogue, draft, saveDraft, uploadPicture } = operatorCalls;
const NEW = 'products/u-0123456789abcdef';

let answers: Answers;
let pictures: string[];
let upload: Answers[string];
beforeEach(async () => {
  await page.viewport(1440, 900);
  let { version } = DRAFT_HEAD;
  pictures = ['items/gift', 'items/ring', 'items/u-00000000000000aa', 'cases/port', 'products/parking'];
  upload = () => ({ name: NEW });
  answers = {
    [catalogue.path]: () => ({ ownedBy: 'browser', revision: null, drafts: [DRAFT_HEAD], pictures }),
    [draft.path]: ([{ method }]) =>
      method === 'GET'
        ? {
            draft: DRAFT_HEAD,
            content: testCatalogue,
            newest: 7,
            inForce: testCatalogue.cases,
            used: NONE_USED,
          }
        : { ...DRAFT_HEAD, version: (version += 1) },
    [uploadPicture.path]: (sent) => upload!(sent),
  };
});

const show = (address: string) => showPages({ '/catalogue/drafts/:id': <DraftPage /> }, address).screen;
const savedGoods = (sent: ReturnType<typeof answerCalls>) =>
  sent
    .filter(([{ path, method }]) => path === saveDraft.path && method === 'POST')
    .map(([, input]) => (input as { body: { content: Catalogue } }).body.content.goods[0]!.image);
const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });

test('O20 an uploaded picture resolves on every page, in the size of its place', () => {
  const name = 'u-0123456789abcdef';
  expect(itemImage(name)).toEqual({
    picture: {
      avif: `/pictures/${name}-384.avif`,
      webp: `/pictures/${name}-384.webp`,
      widthPx: 384,
      heightPx: 384,
    },
    rim: {
      avif: `/pictures/${name}-192.avif`,
      webp: `/pictures/${name}-192.webp`,
      widthPx: 192,
      heightPx: 192,
    },
  });
  expect(caseImage(name).avif).toBe(`/pictures/${name}-420.avif`);
  expect([caseImage(name, 'hero').webp, caseImage(name, 'open').webp]).toEqual(
    Array(2).fill(`/pictures/${name}-900.webp`),
  );
  expect([shopImage(`cases/${name}`).widthPx, shopImage(`referral/${name}`).widthPx]).toEqual([420, 384]);
});

test('O20 a picture is chosen by pointer and by keyboard, from those that may stand there', async () => {
  const sent = answerCalls(answers);
  const view = await show('/catalogue/drafts/12?part=goods');
  await view.getByRole('button', { name: /^Picture: / }).click();
  const dialog = view.getByRole('dialog', { name: 'Choose a picture' });
  await expect.element(dialog.getByRole('group', { name: 'Uploaded' })).toBeVisible();
  expect(dialog.getByRole('radio').all()).toHaveLength(5);
  await dialog.getByLabelText('Find by name').fill('ri');
  await dialog.getByText('ring', { exact: true }).click();
  await expect.poll(() => savedGoods(sent).at(-1)).toBe('items/ring');
  await dialog.getByLabelText('Find by name').fill('nothing like it');
  await expect.element(dialog.getByText('No picture has this name')).toBeVisible();
  await dialog.getByLabelText('Find by name').fill('');
  (dialog.getByRole('radio', { name: 'ring' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => savedGoods(sent).at(-1)).toBe('cases/port');
  await userEvent.keyboard('{Escape}');
  await expect.element(view.getByRole('button', { name: 'Picture: port' })).toHaveFocus();
});

test('O20 an uploaded file is sent unchanged, shows its progress, and is then chosen', async () => {
  let done: (reply: object) => void = () => {};
  upload = () => new Promise((resolve) => (done = resolve));
  const sent = answerCalls(answers);
  const view = await show('/catalogue/drafts/12?part=goods');
  await view.getByRole('button', { name: /^Picture: / }).click();
  const given = file('new.webp', 'image/webp');
  await userEvent.upload(view.getByLabelText(/^Upload a picture/), given);
  await expect.element(view.getByText('Being sent: 0%')).toBeVisible();
  const [, input, options] = sent.find(([{ path }]) => path === uploadPicture.path)!;
  expect(input).toMatchObject({ query: { kind: 'products' } });
  expect((input as { body: File }).body.name).toBe('new.webp');
  expect(options.headers).toMatchObject({ 'Content-Type': 'image/webp' });
  const tell = (progress: number) =>
    options.sending!.onUploadProgress!({ progress, loaded: 0, bytes: 0, lengthComputable: true });
  tell(0.43);
  await expect.element(view.getByText('Being sent: 43%')).toBeVisible();
  tell(1);
  await expect.element(view.getByText('Being checked and written anew')).toBeVisible();
  pictures = [NEW, ...pictures];
  done({ name: NEW });
  await expect.poll(() => savedGoods(sent).at(-1)).toBe(NEW);
  await expect.element(view.getByRole('radio', { name: 'u-0123456789abcdef' })).toBeChecked();
});

test('O20 an upload ends with its dialog, because its place may be another one when it arrives', async () => {
  let done: (reply: object) => void = () => {};
  upload = () => new Promise((resolve) => (done = resolve));
  const sent = answerCalls(answers);
  const view = await show('/catalogue/drafts/12?part=goods');
  const open = () => view.getByRole('button', { name: /^Picture: / }).click();
  await open();
  await userEvent.upload(view.getByLabelText(/^Upload a picture/), file('slow.webp', 'image/webp'));
  await expect.element(view.getByText('Being sent: 0%')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(view.getByRole('button', { name: /^Picture: / })).toHaveFocus();
  const lists = () => sent.filter(([{ path }]) => path === catalogue.path).length;
  const before = lists();
  pictures = [NEW, ...pictures];
  done({ name: NEW });
  await expect.poll(lists).toBeGreaterThan(before);
  await open();
  const dialog = view.getByRole('dialog');
  const arrived = dialog.getByRole('radio', { name: 'u-0123456789abcdef' });
  await expect.element(arrived).toBeInTheDocument();
  await expect.element(arrived).not.toBeChecked();
  expect(savedGoods(sent)).toEqual([]);
});

test('O20 a mistake of a file is shown at the field, and no picture is chosen', async () => {
  upload = () => {
    throw new ApiError('pictureNotSquare', 422);
  };
  const sent = answerCalls(answers);
  const view = await show('/catalogue/drafts/12?part=goods');
  await view.getByRole('button', { name: /^Picture: / }).click();
  const input = view.getByLabelText(/^Upload a picture/);
  await userEvent.upload(input, file('oblong.png', 'image/png'));
  await expect.element(view.getByRole('alert')).toHaveTextContent('The picture must be square');
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  // chosen in the page, because to hand over eight megabytes from outside takes seconds
  const large = new DataTransfer();
  large.items.add(file('large.png', 'image/png', 8 * 1024 * 1024 + 1));
  Object.assign(input.element(), { files: large.files });
  input.element().dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(view.getByRole('alert')).toHaveTextContent('The file is larger than 8 MB');
  expect(sent.filter(([{ path }]) => path === uploadPicture.path)).toHaveLength(1);
  const two = new DataTransfer();
  for (const name of ['a.png', 'b.png']) two.items.add(file(name, 'image/png'));
  input.element().dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: two }));
  await expect.element(view.getByRole('alert')).toHaveTextContent('Only one file at a time');
  expect(savedGoods(sent)).toEqual([]);
});

test('O20 each prize has its picture in its row of the odds', async () => {
  const content = structuredClone(testCatalogue);
  content.cases[0]!.items[0]!.imageName = 'u-00000000000000aa';
  answers[draft.path] = () => ({
    draft: DRAFT_HEAD,
    content,
    newest: 7,
    inForce: testCatalogue.cases,
    used: NONE_USED,
  });
  answerCalls(answers);
  const view = await show('/catalogue/drafts/12?part=cases');
  const pictureOf = (row: number) => view.getByRole('row').nth(row).element().querySelector('img');
  await expect.element(view.getByRole('table', { name: 'Odds' })).toBeVisible();
  expect(pictureOf(1)?.getAttribute('src')).toBe('/pictures/u-00000000000000aa-384.webp');
  // the site has no picture of this name
  expect(pictureOf(2)).toBeNull();
});
