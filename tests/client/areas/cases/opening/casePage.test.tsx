import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { casesCalls } from '#/contract/calls/cases.ts';
import cases from '../../../../../locales/en/cases.json';
import {
  answerCasePage,
  button,
  open,
  PATIENCE,
  prize,
  result,
  sent,
  server,
  wantNoMotion,
} from './caseServer.ts';
import { showCasePage } from './showCasePage.tsx';

beforeEach(answerCasePage);

const several = () => page.getByRole('switch', { name: cases.case.several });
const option = (count: number) => page.getByRole('radio', { name: String(count), exact: true });

test('R1 a double click opens one case, and "open another" the next one at once', async () => {
  wantNoMotion();
  await showCasePage();
  await button('Open').dblClick();
  await expect.element(result(), PATIENCE).toHaveTextContent(prize.name);
  expect(sent()).toHaveLength(1);
  await button(cases.result.again).click();
  await expect.poll(() => sent().length, PATIENCE).toBe(2);
  await expect.element(result(), PATIENCE).toHaveTextContent('1 left');
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
});

test('R3 quick openings are remembered', async () => {
  const first = await showCasePage();
  await page.getByRole('switch', { name: cases.case.quick }).click();
  expect(JSON.parse(localStorage.getItem('openingPace') ?? '')).toMatchObject({ state: { isQuick: true } });
  await first.unmount();
  await showCasePage();
  await expect.element(page.getByRole('switch', { name: cases.case.quick })).toBeChecked();
});

test('R6 R7 without motion, WebGL and canvas the prize is revealed at once', async () => {
  wantNoMotion();
  await showCasePage();
  await button('Open').click();
  await expect.element(result(), PATIENCE).toHaveTextContent(prize.name);
  await expect.element(page.getByText('2 pcs')).toBeInTheDocument();
});

test('R7 FA8 a spin that ends in a hidden tab reveals its prize when the tab is visible, not before', async () => {
  wantNoMotion();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await showCasePage();
  await button('Open').click();
  await expect.element(result(), PATIENCE).toHaveTextContent(prize.name);
  await expect.element(button(cases.result.keep)).toHaveFocus();
  const revealed = () =>
    vi
      .mocked(call)
      .mock.calls.flatMap(([endpoint, input]) =>
        (endpoint as unknown) === casesCalls.revealPrizes ? [input] : [],
      );
  expect(revealed()).toEqual([]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(revealed).toEqual([{ body: { ids: [prize.id] } }]);
});

test('R4 a lost connection shows no prize, takes nothing, and the next click asks for the same', async () => {
  wantNoMotion();
  server.open = async () => {
    throw new ApiError('offline', 0);
  };
  await showCasePage();
  await button('Open').click();
  await expect.element(page.getByRole('alert'), PATIENCE).toHaveTextContent(cases.failure.unanswered);
  expect(result().elements()).toHaveLength(0);
  await expect.element(page.getByText('3 pcs')).toBeVisible();
  server.open = open;
  await button('Open').click();
  await expect.element(result(), PATIENCE).toHaveTextContent(prize.name);
  expect(sent()).toHaveLength(4);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});

test('R4 E5 the last case opened in another tab has a sentence, and the button rests and passes the focus on', async () => {
  wantNoMotion();
  server.open = async () => {
    server.pieces = 0;
    throw new ApiError('caseOutOfStock', 409);
  };
  await showCasePage();
  await button('Open').click();
  const sentence = cases.failure.outOfStock.replaceAll('\u00A0', ' ');
  await expect.element(page.getByRole('alert'), PATIENCE).toHaveTextContent(sentence);
  await expect.element(page.getByText('0 pcs')).toBeVisible();
  await expect.element(button('Open')).toBeDisabled();
  await expect.poll(() => document.activeElement?.id).toBe('open-note');
  expect(result().elements()).toHaveLength(0);
});

test('R5 E5 after the last case the focus is on what stands in place of the button', async () => {
  wantNoMotion();
  server.pieces = 1;
  await showCasePage();
  await button('Open').click();
  await expect.element(button(cases.result.keep), PATIENCE).toHaveFocus();
  await button(cases.result.keep).click();
  await expect.element(button('Open')).toBeDisabled();
  await expect.poll(() => document.activeElement?.closest('#open-note')).not.toBeNull();
});

test('R4 a lost connection keeps the count, and the next click asks for the same pieces', async () => {
  wantNoMotion();
  server.pieces = 20;
  server.open = async () => {
    throw new ApiError('offline', 0);
  };
  await showCasePage();
  await several().click();
  await button('Open 5').click();
  await expect.element(page.getByRole('alert'), PATIENCE).toHaveTextContent(cases.failure.unanswered);
  await expect.element(several()).toBeDisabled();
  server.open = open;
  await button('Open 5').click();
  await expect.element(result(), PATIENCE).toHaveTextContent('You found 5 prizes');
  expect(sent().map(({ count }) => count)).toEqual([5, 5, 5, 5]);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});

test.each([390, 1170])(
  'C6 a count that has risen by itself opens nothing before the player agrees, at %i px',
  async (width) => {
    await page.viewport(width, 844);
    wantNoMotion();
    server.pieces = 20;
    await showCasePage();
    await expect.element(option(5)).toBeDisabled();
    await several().click();
    await expect.element(option(25)).toBeDisabled();
    await button('Open 5').click();
    await expect.element(button(cases.several.collect), PATIENCE).toBeVisible();
    await button(cases.several.collect).click();
    await expect.element(result()).not.toBeInTheDocument();
    // of fifteen the largest count is ten
    await expect.element(option(10)).toBeChecked();
    await button('Open 10').click();
    await expect.element(result().getByRole('button', { name: 'Open 5' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Open 10')).toHaveFocus();
    expect(sent()).toHaveLength(1);
  },
);

test.each([
  ['fewer reels', 20, 5],
  ['more reels', 35, 10],
] as const)('C6 R7 the count of before, chosen in the question, is opened: %s', async (_, pieces, last) => {
  await page.viewport(1440, 900);
  wantNoMotion();
  server.pieces = pieces;
  await showCasePage();
  await several().click();
  await option(last).click();
  await button(`Open ${last}`).click();
  await expect.element(button(cases.several.collect), PATIENCE).toBeVisible();
  await button(cases.several.collect).click();
  await expect.element(result()).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Open (10|25)$/ }).click();
  await result()
    .getByRole('button', { name: `Open ${last}` })
    .click();
  await expect.element(button(cases.several.collect), PATIENCE).toBeVisible();
  expect(sent()).toHaveLength(2);
});

/** Puts every text into an element of its own, as browsers do that translate a page. */
function translate(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const translated = document.createElement('font');
    translated.textContent = text.data;
    text.replaceWith(translated);
  }
}

test('E7 a case is opened on a page that the browser has translated, and so is the next one', async () => {
  wantNoMotion();
  await showCasePage();
  await expect.element(button('Open')).toBeEnabled();
  translate();
  await button('Open').click();
  await expect.element(result(), PATIENCE).toHaveTextContent(prize.name);
  translate();
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Escape}');
      return result().elements().length;
    })
    .toBe(0);
  await button('Open').click();
  await expect.element(result(), PATIENCE).toHaveTextContent(prize.name);
  expect(sent()).toHaveLength(2);
});
