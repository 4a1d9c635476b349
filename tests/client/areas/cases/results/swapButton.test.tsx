import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { SwapButton } from '#/client/areas/cases/results/SwapButton.tsx';
import type { Coupon, Rarity } from '#/contract/cases.ts';

const coupon = (color: Rarity): Coupon => ({
  id: 7,
  name: 'Duffel of cash',
  imageName: 'duffel',
  color,
  isSwapAvailable: true,
  premiumCoinsPrice: 900,
});

async function shown(color: Rarity) {
  const onSwap = vi.fn();
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <SwapButton coupons={[coupon(color)]} onSwap={onSwap}>
        Swap
      </SwapButton>
    </QueryClientProvider>,
  );
  return { onSwap, button: screen.getByRole('button') };
}

test.each(['legendary', 'epic'] as const)('C5 a swap of %s wants a second press', async (color) => {
  const { onSwap, button } = await shown(color);
  await button.click();
  expect(onSwap).not.toHaveBeenCalled();
  await expect.element(button).toHaveAccessibleName(/^Yes, for 900\sOC$/);
  await button.click();
  expect(onSwap).toHaveBeenCalledTimes(1);
});

test('C5 the question goes when the focus does', async () => {
  const { onSwap, button } = await shown('epic');
  await button.click();
  button.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  await expect.element(button).toHaveAccessibleName('Swap');
  await button.click();
  expect(onSwap).not.toHaveBeenCalled();
});

test('C5 a common prize is swapped at once', async () => {
  const { onSwap, button } = await shown('common');
  await button.click();
  expect(onSwap).toHaveBeenCalledTimes(1);
});
