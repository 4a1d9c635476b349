import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { ResultCard } from '#/client/areas/cases/results/ResultCard.tsx';
import type { DrawnCoupon } from '#/contract/cases.ts';

const prize: DrawnCoupon = {
  id: 7,
  name: 'Duffel of cash',
  imageName: 'duffel',
  color: 'legendary',
  isSwapAvailable: true,
  premiumCoinsPrice: 900,
  draw: { epochId: 'e-42', nonce: 7 },
};

const nobody = () => {};

interface OpenedProps {
  left: number;
  onOpenAnother: () => void;
  onSeen?: (prizes: readonly DrawnCoupon[]) => void;
}

function Opened({ left, onOpenAnother, onSeen = nobody }: OpenedProps) {
  const [shown, setShown] = useState<DrawnCoupon | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <button ref={button} onClick={() => setShown(prize)}>
          Win
        </button>
        <ResultCard
          prize={shown}
          caseName="Night heist"
          left={left}
          onSeen={onSeen}
          onKeep={() => setShown(null)}
          onOpenAnother={onOpenAnother}
          finalFocus={button}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
}

test('R5 the result takes the focus, is named by the prize, and gives the focus back', async () => {
  const screen = await render(<Opened left={3} onOpenAnother={() => {}} />);
  await screen.getByText('Win').click();
  const dialog = screen.getByRole('dialog', { name: 'You found Duffel of cash' });
  await expect.element(dialog).toHaveAccessibleDescription(/already in your prize inventory/);
  await expect.element(dialog).toHaveTextContent('Legendary');
  await expect.element(screen.getByRole('button', { name: 'Collect' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Collect' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText('Win')).toHaveFocus();
});

test('R7 a prize counts as seen when its card is on the page', async () => {
  const onSeen = vi.fn();
  const screen = await render(<Opened left={3} onOpenAnother={() => {}} onSeen={onSeen} />);
  await expect.element(screen.getByText('Win')).toBeVisible();
  expect(onSeen).not.toHaveBeenCalled();
  await screen.getByText('Win').click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  expect(onSeen).toHaveBeenCalledExactlyOnceWith([prize]);
});

test('R3 a key that comes too late for the spin does not close the prize unseen', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const screen = await render(<Opened left={3} onOpenAnother={() => {}} />);
  await screen.getByText('Win').click();
  const dialog = screen.getByRole('dialog');
  await expect.element(screen.getByRole('button', { name: 'Collect' })).toHaveFocus();
  now.mockReturnValue(1399);
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('[Space]');
  // held: the first press comes too early, and the next ones are no new ones
  addEventListener('keydown', () => now.mockReturnValue(1400), { once: true });
  await userEvent.keyboard('{Enter>3/}');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  now.mockRestore();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('R5 the stub of the result says which case it came from and by which draw', async () => {
  const screen = await render(<Opened left={3} onOpenAnother={() => {}} />);
  await screen.getByText('Win').click();
  const stub = screen.getByTestId('result').element().querySelector('dl');
  const said = Object.fromEntries(
    [...(stub?.children ?? [])].map((part) => [
      part.querySelector('dt')?.textContent,
      part.querySelector('dd')?.textContent,
    ]),
  );
  expect(said).toMatchObject({ Case: 'Night heist', Draw: 'No.\u00a08' });
  expect(said['When']).toContain(String(new Date().getFullYear()));
});

test('R5 the buttons of the result are reached on a phone without scrolling', async () => {
  await page.viewport(390, 844);
  const screen = await render(<Opened left={3} onOpenAnother={() => {}} />);
  await screen.getByText('Win').click();
  const buttons = screen.getByRole('dialog').getByRole('button');
  await expect.element(buttons.last()).toBeVisible();
  for (const button of buttons.elements())
    expect(button.getBoundingClientRect().bottom, button.textContent).toBeLessThanOrEqual(844);
});

test('RT12 the result links to its draw', async () => {
  const screen = await render(<Opened left={3} onOpenAnother={() => {}} />);
  await screen.getByText('Win').click();
  const link = screen.getByRole('link', { name: 'Check the draw of “Duffel of cash”' });
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringMatching(/\/fairness\?epoch=e-42&nonce=7$/));
});

test('R5 another case is offered only while there is one', async () => {
  const onOpenAnother = vi.fn();
  const screen = await render(<Opened left={1} onOpenAnother={onOpenAnother} />);
  await screen.getByText('Win').click();
  await screen.getByRole('button', { name: 'Open another' }).click();
  expect(onOpenAnother).toHaveBeenCalledTimes(1);
  await screen.rerender(<Opened left={0} onOpenAnother={onOpenAnother} />);
  await expect.element(screen.getByRole('button', { name: 'Open another' })).toBeDisabled();
});
