import { renderLanding } from '../../stage/landingCase.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Benefits } from '#/client/areas/landing/Benefits.tsx';
import { Roles } from '#/client/areas/landing/Roles.tsx';
import landing from '../../../../locales/en/landing.json';

const { roles, benefits } = landing;

test('L9 each topic has a tab with its own boxes and a way on', async () => {
  await renderLanding(<Roles />);
  for (const name of ['fractions', 'economy', 'property', 'modes'] as const) {
    const topic = roles[name];
    await page.getByRole('tab', { name: topic.label }).click();
    const panel = page.getByRole('tabpanel');
    await expect.element(panel.getByRole('heading', { name: topic.title })).toBeVisible();
    for (const box of ['a', 'b', 'c'] as const)
      await expect.element(panel.getByText(topic[box].text)).toBeVisible();
    await expect.element(panel.getByRole('link', { name: topic.link })).toBeVisible();
    expect(panel.element().querySelectorAll('img')).toHaveLength(4);
  }
});

test('L8 the benefits open one at a time', async () => {
  await renderLanding(<Benefits />);
  await expect.element(page.getByText(benefits.fair.text)).toBeVisible();
  await page.getByRole('button', { name: benefits.safe.title }).click();
  await expect.element(page.getByText(benefits.safe.text)).toBeVisible();
  await expect.element(page.getByText(benefits.fair.text)).not.toBeInTheDocument();
});
