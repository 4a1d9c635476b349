import { expect, test } from 'vitest';
import { News } from '#/client/areas/landing/News.tsx';
import { landingData, renderLanding } from '../../stage/landingCase.tsx';

const entry = (no: number) => ({
  id: String(no),
  publishedOn: `2026-11-0${no}`,
  title: `Title ${no}`,
  text: `Line\nof\nentry\n${no}`,
});

test('L13 an older entry shows its beginning and a mark that it opens; a second press closes it', async () => {
  const news = [entry(2), entry(1)];
  const { screen } = await renderLanding(<News />, { ...landingData(), news });
  const link = screen.getByRole('link', { name: 'Title 1' });
  const text = link.element().closest('article')!.querySelector('p')!;
  const isWhole = () => text.scrollHeight <= text.clientHeight;
  expect(link.element().querySelector('svg')).toBeVisible();
  expect(isWhole()).toBe(false);
  await link.click();
  await expect.element(link).toHaveAttribute('aria-expanded', 'true');
  expect(isWhole()).toBe(true);
  await link.click();
  await expect.element(link).toHaveAttribute('aria-expanded', 'false');
  expect(isWhole()).toBe(false);
});
