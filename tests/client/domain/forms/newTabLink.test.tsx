import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { NewTabLink } from '#/client/domain/forms/NewTabLink.tsx';

test('RT7 a link out of a form opens beside it and says so to eye and ear', async () => {
  const { container } = await render(
    <MemoryRouter>
      <NewTabLink path="/terms">terms</NewTabLink>
    </MemoryRouter>,
  );
  const link = page.getByRole('link', { name: 'terms (opens in a new tab)' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/terms$/));
  const sign = container.querySelector('svg')?.getBoundingClientRect();
  expect(sign?.width).toBeGreaterThan(8);
  expect(sign?.width).toBeLessThan(16);
});

test('the sign stays on the line of the last word', async () => {
  const { container } = await render(
    <MemoryRouter>
      <p style={{ width: '6.2em', margin: 0 }}>
        <NewTabLink path="/terms">rules of the project</NewTabLink>
      </p>
    </MemoryRouter>,
  );
  const words = document.createRange();
  words.selectNodeContents(container.querySelector('a')?.firstChild ?? container);
  const last = [...words.getClientRects()].at(-1);
  const sign = container.querySelector('svg')?.getBoundingClientRect();
  expect(sign?.top).toBeGreaterThanOrEqual((last?.top ?? Infinity) - 1);
  expect(sign?.bottom).toBeLessThanOrEqual((last?.bottom ?? 0) + 1);
});
