import { expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { ClosedBanner } from '#/operator/frame/ClosedBanner.tsx';
import { SwitchList } from '#/operator/site/SwitchList.tsx';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const CLOSED = {
  name: 'shop',
  isClosed: true,
  changedAt: '2026-01-15T12:00:00.000Z',
  changedBy: 'Olena',
  reason: 'a wrong price',
} as const;
const { closeSwitch, site } = operatorCalls;

test('O27 every page names the closed parts, and links to their switches', async () => {
  answerCalls({
    [site.path]: () => ({ switches: [CLOSED, { ...CLOSED, name: 'signUp', isClosed: false }] }),
  });
  const view = await showPages({ '/': <ClosedBanner /> }, '/').screen;
  await expect.element(view.getByText('Closed for players: Shop', { exact: true })).toBeVisible();
  await expect
    .element(view.getByRole('link', { name: 'Switches' }))
    .toHaveAttribute('href', '/site#switches');
});

test('O27 who closes a part reads first what players will read', async () => {
  const sentences = { en: 'The shop is closed for now.' };
  answerCalls({
    [`${closeSwitch.path}/preview`]: () => ({ before: {}, after: {}, foreseen: { sentences } }),
  });
  const view = await showPages({ '/': <SwitchList switches={[]} /> }, '/').screen;
  await view.getByRole('button', { name: 'Close it: Shop' }).click();
  await expect.element(view.getByText('The shop is closed for now.')).toBeVisible();
});
