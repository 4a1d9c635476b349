import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Banner } from '#/client/areas/cabinet/profile/Banner.tsx';
import cabinet from '../../../../../locales/en/cabinet.json';

const show = (caseCount: number | undefined) =>
  render(
    <MemoryRouter>
      <Banner caseCount={caseCount} />
    </MemoryRouter>,
  );

test.each([undefined, 208])('C1 the banner leads to the cases of a player who has %s', async (caseCount) => {
  const screen = await show(caseCount);
  await expect
    .element(screen.getByRole('link', { name: cabinet.banner.open }))
    .toHaveAttribute('href', expect.stringMatching(/\/cabinet#inventory$/));
  // a player whose cases are not known yet is not told that they have none
  expect(screen.getByText(cabinet.banner.empty).query()).toBeNull();
});

test('C1 without cases the banner leads to those of the shop', async () => {
  const screen = await show(0);
  await expect
    .element(screen.getByRole('link', { name: cabinet.banner.action }))
    .toHaveAttribute('href', expect.stringMatching(/\/donate#Cases$/i));
});
