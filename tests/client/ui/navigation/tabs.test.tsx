import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { useHashTab } from '#/client/platform/navigation/useHashTab.ts';

const NAMES = ['coins', 'premium', 'offers', 'services'] as const;
type Name = (typeof NAMES)[number];

const tabs = NAMES.map((value) => ({
  value,
  label: `The tab of ${value}`,
  ...(value === 'offers' && { disabled: true, tag: 'Soon' }),
}));

let chosen: Name[] = [];
beforeEach(() => {
  chosen = [];
});

function Shop() {
  const [value, setValue] = useState<Name>('coins');
  const choose = (next: Name) => {
    chosen.push(next);
    setValue(next);
  };
  return (
    <Tabs label="Shop" tabs={tabs} value={value} onValueChange={choose}>
      Panel of {value}
    </Tabs>
  );
}

const tab = (name: string) => page.getByRole('tab', { name });

test('S1 a tab that is coming soon says so and is chosen neither by mouse nor by keyboard', async () => {
  await render(<Shop />);
  const offers = tab('The tab of offers Soon');
  await expect.element(offers).toHaveAttribute('aria-disabled', 'true');
  (offers.element() as HTMLElement).click();
  await offers.click({ force: true });
  expect(chosen).toEqual([]);

  await tab('The tab of coins').click();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(() => chosen).toEqual(['premium']);
  // it can be read, so the arrow keys stop there
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(offers).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(() => chosen).toEqual(['premium', 'services']);
});

test('S1 the hash chooses a tab, but none that is coming soon and none that does not exist', async () => {
  function Page() {
    const [value, select] = useHashTab(NAMES, (name) => name !== 'offers');
    return (
      <Tabs label="Shop" tabs={tabs} value={value} onValueChange={select}>
        Panel of {value}
      </Tabs>
    );
  }
  const router = createMemoryRouter([{ path: '/', Component: Page }], { initialEntries: ['/#services'] });
  await render(<RouterProvider router={router} />);
  const panel = page.getByRole('tabpanel');
  await expect.element(panel).toHaveTextContent('Panel of services');
  for (const [hash, shown] of [
    ['#offers', 'coins'],
    ['#premium', 'premium'],
    ['#nothing', 'coins'],
  ] as const) {
    await router.navigate(`/${hash}`);
    await expect.element(panel).toHaveTextContent(`Panel of ${shown}`);
  }
  await tab('The tab of services').click();
  await expect.poll(() => router.state.location.hash).toBe('#services');
});

test('a row that is too long shows at which end it goes on, and brings the active tab into sight', async () => {
  await page.viewport(390, 844);
  await render(<Shop />);
  const row = page.getByRole('tablist');
  await expect.element(row).toHaveAttribute('data-hidden', 'end');
  await tab('The tab of coins').click();
  await userEvent.keyboard('{End}{Enter}');
  await expect.element(row).toHaveAttribute('data-hidden', 'start');
  const right = () => tab('The tab of services').element().getBoundingClientRect().right;
  await expect.poll(right).toBeLessThan(390.5);
  await page.viewport(1170, 844);
  await expect.element(row).toHaveAttribute('data-hidden', '');
});

test('the active tab stays in sight when a count that loads later makes another one wider', async () => {
  await page.viewport(390, 844);
  const withCount = (count?: string) => (
    <Tabs
      label="Shop"
      tabs={[{ value: 'coins', label: 'The tab of coins', count }, ...tabs.slice(1)]}
      value="services"
      onValueChange={() => {}}
    >
      Panel
    </Tabs>
  );
  const { rerender } = await render(withCount());
  const right = () => tab('The tab of services').element().getBoundingClientRect().right;
  await expect.poll(right).toBeLessThan(390.5);
  await rerender(withCount('12 345 678'));
  await expect.element(tab('The tab of coins')).toHaveTextContent('12 345 678');
  await expect.poll(right).toBeLessThan(390.5);
});

test('the lane lies under the active tab and follows it', async () => {
  await page.viewport(1170, 844);
  await render(<Shop />);
  const lane = () => document.querySelector('[role=tablist] > :last-child')?.getBoundingClientRect();
  const under = (name: string) => async () => {
    const { left, width } = tab(name).element().getBoundingClientRect();
    await expect.poll(() => Math.abs((lane()?.left ?? 0) - left)).toBeLessThan(1.5);
    await expect.poll(() => Math.abs((lane()?.width ?? 0) - width)).toBeLessThan(1.5);
  };
  await under('The tab of coins')();
  await tab('The tab of premium').click();
  await under('The tab of premium')();
});
