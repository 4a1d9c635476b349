import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#/client/platform/api/api.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import cases from '../../../../../locales/en/cases.json';
import { answerCasePage, button, PATIENCE, prize, result, sent, server, wantNoMotion } from './caseServer.ts';
import { showCasePage } from './showCasePage.tsx';

beforeEach(answerCasePage);

const phase = () => document.querySelector('[data-phase]')?.getAttribute('data-phase');

/** Opens a case whose roulette would turn on for minutes without a skip. */
async function spinForLong(): Promise<void> {
  tuning.roulette.spin.minSpinMs = 600_000;
  await showCasePage();
  await button('Open').click();
  await expect.element(button(cases.case.skip)).toBeVisible();
  await expect.poll(phase).toBe('constant');
  expect(result().elements()).toHaveLength(0);
}

test.each([
  ['the button', () => button(cases.case.skip).click()],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Space', () => userEvent.keyboard('[Space]')],
  ['a click on the roulette', () => page.getByRole('img', { name: /reel/ }).click({ force: true })],
])('R3 %s ends a spin that would go on; the prize is the one that was drawn', async (_, skip) => {
  await spinForLong();
  await skip();
  await expect.element(result(), PATIENCE).toHaveTextContent(prize.name);
  expect(sent()).toHaveLength(1);
});

test.each([
  ['"Sound"', () => page.getByRole('button', { name: cases.case.sound }), 'aria-pressed'],
  [
    'the switch for quick openings',
    () => page.getByRole('switch', { name: cases.case.quick }),
    'aria-checked',
  ],
])('R3 Space on %s presses it, and the spin goes on', async (_, control, state) => {
  await spinForLong();
  const element = control().element() as HTMLElement;
  const before = element.getAttribute(state);
  element.focus();
  await userEvent.keyboard('[Space]');
  await expect.element(control()).toHaveAttribute(state, before === 'true' ? 'false' : 'true');
  expect(phase()).toBe('constant');
  expect(result().elements()).toHaveLength(0);
});

test('R4 E5 a spin that ends without a prize hands the focus of "Skip" to the button that opens', async () => {
  wantNoMotion();
  let refuse = () => {};
  server.open = () =>
    new Promise((_, reject) => {
      refuse = () => reject(new ApiError('internal', 429));
    });
  await showCasePage();
  await button('Open').click();
  await expect.element(button(cases.case.skip)).toBeVisible();
  (button(cases.case.skip).element() as HTMLElement).focus();
  refuse();
  await expect.element(page.getByRole('alert'), PATIENCE).toHaveTextContent('Too fast');
  await expect.element(button('Open')).toHaveFocus();
});

test('R3 a key that is held until the button to open has the focus opens nothing', async () => {
  await showCasePage();
  const press = (repeat: boolean) =>
    button('Open')
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }));
  await expect.element(button('Open')).toBeEnabled();
  expect(press(true)).toBe(false);
  expect(press(false), 'a key that is pressed anew does').toBe(true);
});
