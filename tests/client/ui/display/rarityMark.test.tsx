import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { RARITIES } from '#/contract/cases.ts';
import { RarityMark } from '#/client/ui/display/RarityMark.tsx';

test('a rarity is never told by its colour alone: one to six pips and its name', async () => {
  await render(
    <>
      {RARITIES.map((rarity) => (
        <p key={rarity}>
          <RarityMark rarity={rarity} label={`${rarity} prize`} />
        </p>
      ))}
    </>,
  );
  const widths = [];
  for (const rarity of RARITIES) {
    const mark = page.getByText(`${rarity} prize`);
    await expect.element(mark).toBeVisible();
    widths.push((mark.element().querySelector('[aria-hidden]') as HTMLElement).offsetWidth);
  }
  // six pixels a pip and three between two of them
  expect(widths).toEqual([1, 2, 3, 4, 5, 6].map((pips) => pips * 9 - 3));
});
