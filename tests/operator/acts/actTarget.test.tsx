import { MemoryRouter, matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ActTarget } from '#/operator/acts/ActTarget.tsx';
import { routes } from '#/operator/OperatorApp.tsx';

const show = (type: string, id: string) =>
  render(
    <MemoryRouter>
      <ActTarget type={type} id={id} />
    </MemoryRouter>,
  );

test.each([
  ['order', 'VkT_-9', 'orders/:id'],
  ['player', '63', 'players/:id'],
  ['account', '63', 'players/:id'],
  ['delivery', '7', 'deliveries/:id'],
  ['server', 'everest', 'servers/:key'],
  ['discount', '4', 'discounts/:id'],
  ['catalogueDraft', '12', 'catalogue/drafts/:id'],
  ['mail', '9', 'mails/:id'],
  ['payout', '3', 'payouts/:id'],
])('O6 the target of an act leads to its page: %s', async (type, id, path) => {
  const view = await show(type, id);
  const address = view.getByRole('link', { name: id }).element().getAttribute('href')!;
  expect(matchRoutes(routes, address)?.at(-1)?.route.path).toBe(path);
});

test('O6 a target without a page is named only', async () => {
  const view = await show('vatRate', 'DE');
  await expect.element(view.getByText('VAT rate DE')).toBeVisible();
  expect(view.getByRole('link').elements()).toHaveLength(0);
});

test('O6 a target that is a day is named as people write it', async () => {
  const view = await show('termsNotice', '2026-12-24');
  await expect.element(view.getByText(/^change of the terms from 24\sDecember\s2026$/)).toBeVisible();
});
