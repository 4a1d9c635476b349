import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { waitingDelivery } from '../../../support/components/sampleDelivery.ts';
import { loadTextsOf } from '../../../support/components/texts.ts';
import { call } from '#/client/platform/api/api.ts';
import { OrderDeliveries } from '#/client/domain/game/OrderDeliveries.tsx';
import { DELIVERY_STAGES, type Delivery } from '#/contract/deliveries.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import en from '../../../../locales/en/game.json';
import ru from '../../../../locales/ru/game.json';
import uk from '../../../../locales/uk/game.json';

const DELIVERY: Delivery = { ...waitingDelivery, order: 'o', serverAddress: 'everest.example:22005' };

const show = (...changes: Partial<Delivery>[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OrderDeliveries
          deliveries={changes.map((each, at) => Object.assign({}, DELIVERY, { id: 41 + at }, each))}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );

beforeAll(async () => {
  await loadTextsOf('ru');
  await loadTextsOf('uk');
});

describe('D18 a thing that the game hands over', () => {
  test.each(['ru', 'uk', 'en'])(
    'each stage is told in words in %s, with nothing left to fill in',
    async (lng) => {
      await i18next.changeLanguage(lng);
      const screen = await show(...DELIVERY_STAGES.map((stage) => ({ stage })));
      const rows = screen
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent ?? '');
      const stages = { en, ru, uk }[lng]!.stages;
      for (const stage of DELIVERY_STAGES)
        expect(
          rows.some((row) => row.includes(stages[stage].title)),
          stage,
        ).toBe(true);
      expect(rows.filter((row) => /\{\{|\bstages\./.test(row))).toEqual([]);
    },
  );

  test('while it waits: what was done, where it stands, what is to come, and the address of the server', async () => {
    const screen = await show({});
    const steps = screen.getByRole('list').nth(1).getByRole('listitem');
    expect(steps.elements().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Paid21 Nov 2026/),
      'Waiting for you in the game',
      'Handed over',
    ]);
    await expect.element(screen.getByRole('button', { name: 'Server address' })).toBeVisible();
  });

  test('without a linked character it leads to the code', async () => {
    const screen = await show({ stage: 'unlinked' });
    await expect
      .element(screen.getByRole('link', { name: en.toLink }))
      .toHaveAttribute('href', '/en/cabinet#in-the-game');
  });

  test('what waits for another character names it if its name is known', async () => {
    const screen = await show(
      { stage: 'otherCharacter', character: 'John Doe' },
      { stage: 'otherCharacter' },
    );
    await expect.element(screen.getByText(/^Join as John Doe:/)).toBeVisible();
    await expect.element(screen.getByText(en.stages.otherCharacter.text)).toBeVisible();
  });

  test.each(['away', 'silent', 'handing', 'handed', 'otherCharacter'] as const)(
    'the end of a Premium (%s) is not told as something to receive',
    async (stage) => {
      const screen = await show({ title: null, until: null, order: null, stage });
      await expect.element(screen.getByRole('heading', { name: en.premiumOver })).toBeVisible();
      const text = document.body.textContent ?? '';
      expect(text).toMatch(/learns it|knows that Premium has ended/);
      expect(text).not.toMatch(/yours at once|is active|to your character/);
    },
  );

  test('handed over: to whom, where and when, and nothing more to come', async () => {
    const screen = await show({ stage: 'handed', isOpen: false, character: 'John Doe' });
    await expect.element(screen.getByText('John Doe has it on Everest.')).toBeVisible();
    expect(screen.getByRole('list').nth(1).getByRole('listitem').elements()).toHaveLength(2);
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  });

  test('trouble leads to the support with the number of the delivery', async () => {
    const screen = await show({ stage: 'trouble' });
    const link = screen.getByRole('link', { name: 'Support' });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('Delivery%2041'));
  });

  test('Premium is named by its end', async () => {
    const screen = await show({ title: null, until: '2026-12-21T18:00:00.000Z' });
    await expect.element(screen.getByRole('heading', { name: 'Premium until 21.12.2026' })).toBeVisible();
  });

  test('D13 Premium that the game has received says so', async () => {
    const until = '2026-12-21T18:00:00.000Z';
    const screen = await show({ title: null, until, stage: 'handed', isOpen: false, character: null });
    await expect.element(screen.getByText('Premium is active on Everest.')).toBeVisible();
  });

  test('D14 a prize is put back by its number, once however often it is clicked', async () => {
    vi.mocked(call).mockImplementation(() => new Promise<never>(() => {}));
    const screen = await show({ isPrize: true, canPutBack: true });
    await screen.getByRole('button', { name: 'Put back into the prize inventory: Garage slot' }).dblClick();
    const sent = vi.mocked(call).mock.calls;
    expect(sent.map(([endpoint, parts]) => [endpoint, parts])).toEqual([
      [endpoints.putBackPrize, { params: { id: '41' } }],
    ]);
  });

  test('an order without things of the game shows no list', async () => {
    const screen = await show();
    await expect.element(screen.getByRole('list')).not.toBeInTheDocument();
  });
});
