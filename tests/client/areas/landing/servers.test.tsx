import { landingData, renderLanding, statistic } from '../../stage/landingCase.tsx';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Hero } from '#/client/areas/landing/Hero.tsx';
import { serversStatisticQuery } from '#/client/areas/landing/state/queries.ts';
import { Servers } from '#/client/areas/landing/Servers.tsx';
import { Start } from '#/client/areas/landing/Start.tsx';
import { ApiError, call } from '#/client/platform/api/api.ts';
import landing from '../../../../locales/en/landing.json';

function Page() {
  const [chosen, setChosen] = useState<string>();
  return (
    <>
      <Servers chosen={chosen} onChoose={setChosen} />
      <Start chosen={chosen} />
    </>
  );
}

const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const points = () => [...document.querySelectorAll<HTMLElement>('[role=tabpanel] li')];
const lane = () => document.querySelector('[data-lane]')?.getAttribute('data-lane');

test('L6 a click on a server chooses it, moves the bar, and brings its points 200 ms later for every two', async () => {
  await renderLanding(<Page />);
  await expect.element(tab(/Alpha/)).toHaveAttribute('aria-selected', 'true');
  expect(lane()).toBe('0');
  await tab(/Beta/).click();
  await expect.element(tab(/Beta/)).toHaveAttribute('aria-selected', 'true');
  expect(lane()).toBe('1');
  await expect.element(page.getByText('Beta district')).toBeVisible();
  expect(points().map((point) => point.querySelector('h3')?.textContent)).toEqual(
    ['car', 'badge', 'shop', 'keys', 'voice', 'economy'].map((icon) => `Beta ${icon}`),
  );
  expect(points().map((point) => getComputedStyle(point).animationDelay)).toEqual([
    '0s',
    '0s',
    '0.2s',
    '0.2s',
    '0.4s',
    '0.4s',
  ]);
});

test('L6 the servers can be chosen by the keyboard', async () => {
  await renderLanding(<Page />);
  (tab(/Alpha/).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(tab(/Beta/)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByText('Beta district')).toBeVisible();
});

test('L7 each server shows its players; a silent one is marked and shows no number', async () => {
  await renderLanding(<Page />);
  await expect.element(tab(/Alpha/)).toHaveTextContent(/Online\s*1,200 of 2,000 slots/);
  await expect.element(tab(/Beta/)).toHaveTextContent(/Online\s*34$/);
  await expect.element(tab(/Gamma/)).toHaveTextContent(/Not responding\s*—$/);
  expect(tab(/Gamma/).element().textContent).not.toMatch(/0$/);
});

test('L7 the hero counts the players of all servers and tells the record; without any answer it counts nobody', async () => {
  const { client } = await renderLanding(<Hero />);
  const counts = () => [...document.querySelectorAll('dd')].map((count) => count.textContent);
  await expect.poll(counts).toEqual(['1,234', '7,306']);
  const silent = statistic.servers.filter(({ isOnline }) => !isOnline);
  client.setQueryData(serversStatisticQuery.queryKey, { servers: silent, record: null });
  await expect.poll(counts).toEqual(['—']);
});

test('L7 the page reports that the counts failed, and a retry loads them', async () => {
  vi.mocked(call).mockRejectedValue(new ApiError('internal', 500));
  const { client } = await renderLanding(<Page />);
  await client.resetQueries(serversStatisticQuery);
  await expect.element(page.getByText(landing.servers.failedTitle)).toBeVisible();
  await expect.element(tab(/Alpha/)).toHaveTextContent(/Online\s*—$/);
  vi.mocked(call).mockResolvedValue(statistic);
  await page.getByRole('button', { name: landing.servers.retry }).click();
  await expect.element(tab(/Alpha/)).toHaveTextContent(/Online\s*1,200 of/);
  await expect.element(page.getByText(landing.servers.failedTitle)).not.toBeInTheDocument();
});

test('L3 the address of the chosen server can be copied, there and in the last step; one not open has none', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderLanding(<Page />);
  await tab(/Beta/).click();
  const buttons = page.getByRole('button', { name: 'Copy address' });
  await buttons.first().click();
  await expect.poll(() => write.mock.calls.at(-1)).toEqual(['beta.example:22005']);
  await expect.element(page.getByText('Address of Beta')).toBeVisible();
  await tab(/Gamma/).click();
  await expect.element(page.getByText('The address appears when the server opens.')).toBeVisible();
  expect(buttons.elements()).toHaveLength(0);
});

test('news are not there while there are none', async () => {
  const { News } = await import('#/client/areas/landing/News.tsx');
  const { screen } = await renderLanding(<News />);
  expect(screen.container.textContent).toBe('');
  const entry = { id: '1', publishedOn: '2026-11-19', title: 'Update', text: 'What changed' };
  await renderLanding(<News />, { ...landingData(), news: [entry] });
  await expect.element(page.getByRole('heading', { name: 'Update' })).toBeVisible();
});
