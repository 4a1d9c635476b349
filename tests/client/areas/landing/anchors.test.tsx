import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useAnchors } from '#/client/areas/landing/state/useAnchors.ts';

function Page() {
  return <p id="100 %">{useAnchors(true) ? 'Settled' : 'Moving'}</p>;
}

test.each([
  ['a section', '/#100%20%25', 1],
  ['no section', '/#elsewhere', 0],
  ['no text at all', '/#100%', 0],
])('L1 a visit whose link names %s shows the page', async (_, address, jumps) => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const screen = await render(
    <MemoryRouter initialEntries={[address]}>
      <Page />
    </MemoryRouter>,
  );
  await expect.element(screen.getByText('Settled')).toBeVisible();
  expect(scroll).toHaveBeenCalledTimes(jumps);
});
