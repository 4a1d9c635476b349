import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { CheckoutPage } from '#/client/areas/shop/checkout/CheckoutPage.tsx';
import { leaveFor } from '#/client/areas/shop/payment/leaveFor.ts';
import { captchaAhead, withCaptcha } from '#/client/domain/forms/captcha.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { showNoticesIn } from '#/client/ui/feedback/notify.ts';
import { shopCalls } from '#/contract/calls/shop.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { Cart, PaymentGroup } from '#/contract/shop.ts';
import errors from '../../../../../locales/en/errors.json';
import shop from '../../../../../locales/en/shop.json';
import shopInRussian from '../../../../../locales/ru/shop.json';
import shopInUkrainian from '../../../../../locales/uk/shop.json';
import { loadTextsOf } from '../../../../support/components/texts.ts';
import { sticksOut } from '../../../../support/tools/sticksOut.ts';
import { premiumCart } from './premiumCart.ts';

const words = { ru: shopInRussian, uk: shopInUkrainian, en: shop };
const PAGE = 'https://pay.example';
const GROUPS: PaymentGroup[] = [
  {
    key: 'main',
    title: 'All',
    methods: [
      { name: 'card', title: 'Card', badges: [] },
      { name: 'bitcoin', title: 'Bitcoin', badges: [] },
    ],
  },
];

/** What the server holds; `order` answers an order or refuses it. */
let server: { cart: Cart; groups: PaymentGroup[]; order: () => Promise<unknown> };
const placed = async () => ({ order: 'A'.repeat(22), url: PAGE });
const refuse =
  (code: ErrorCode | 'offline', status = 409) =>
  async () => {
    throw new ApiError(code, status);
  };

beforeEach(() => {
  server = { cart: premiumCart, groups: GROUPS, order: placed };
  vi.mocked(captchaAhead).mockReturnValue(() => () => {});
  vi.mocked(withCaptcha).mockImplementation((_action, send) => send('solved'));
  vi.mocked(leaveFor).mockResolvedValue();
  vi.mocked(call).mockImplementation(async (endpoint, input): Promise<never> => {
    const { body } = (input ?? {}) as { body?: { code?: string } };
    const answers = new Map<unknown, () => unknown>([
      [shopCalls.donateData, () => ({ servers: [], products: [], payment_groups: server.groups })],
      [shopCalls.cart, () => server.cart],
      [shopCalls.placeOrder, () => server.order()],
      [shopCalls.useDiscount, () => discounted(body?.code)],
      [shopCalls.dropDiscount, () => (server.cart = premiumCart)],
    ]);
    return (await answers.get(endpoint)?.()) as never;
  });
});

/** Takes 2.49 euro off for the one code there is. */
function discounted(code: string | undefined): Cart {
  if (code !== 'NIGHT10') throw new ApiError('discountInvalid', 422);
  server.cart = { ...premiumCart, discount_code: code, discount_cents: 249, total_cents: 2241 };
  return server.cart;
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <CheckoutPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
type Screen = Awaited<ReturnType<typeof show>>;
const receipt = (screen: Screen) => screen.getByRole('region', { name: shop.checkout.receipt });
const payButton = (screen: Screen) => receipt(screen).getByRole('button', { name: shop.checkout.submit });
const alert = (screen: Screen, text: string | RegExp) => screen.getByRole('alert').filter({ hasText: text });
/** The sum in the row of a label. */
const row = (screen: Screen, label: string) =>
  receipt(screen)
    .getByText(label, { exact: true })
    .element()
    .closest('dl > div')
    ?.querySelector('dd')
    ?.textContent.replaceAll('\u00A0', ' ');
const sentBodies = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([endpoint]) => endpoint === shopCalls.placeOrder)
    .map(([, input]) => (input as { body: object }).body);
/** Ticks the terms and orders. */
async function orderIt(screen: Screen) {
  await screen.getByRole('checkbox').click();
  await payButton(screen).click();
}

test('N20 the receipt comes with the methods that stand above it, and not before them', async () => {
  let sendMethods = () => {};
  const methods = new Promise<void>((resolve) => (sendMethods = resolve));
  const answer = vi.mocked(call).getMockImplementation();
  vi.mocked(call).mockImplementation(async (...asked): Promise<never> => {
    if (asked[0] === shopCalls.donateData) await methods;
    return (await answer?.(...asked)) as never;
  });
  const screen = await show();
  await expect.poll(() => vi.mocked(call).mock.settledResults.map(({ type }) => type)).toContain('fulfilled');
  // the frames in which the cart alone would be drawn
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  await expect.element(screen.getByText(shop.checkout.loading)).toBeInTheDocument();
  expect(screen.getByRole('checkbox').query()).toBeNull();
  sendMethods();
  await expect.element(screen.getByRole('radio', { name: 'Card' })).toBeChecked();
  await expect.element(screen.getByRole('checkbox')).toBeVisible();
});

test('S11 RT7 the terms must be accepted', async () => {
  const screen = await show();
  await payButton(screen).click();
  await expect.element(screen.getByText(errors.termsRequired)).toBeVisible();
  await expect.element(screen.getByRole('checkbox')).toHaveFocus();
  await expect
    .element(screen.getByRole('link', { name: /^terms of service/ }))
    .toHaveAttribute('target', '_blank');
  expect(sentBodies()).toEqual([]);
});

test('S13 N2 a price that changed is told, old and new, and asked for again', async () => {
  const screen = await show();
  await expect.element(payButton(screen)).toBeEnabled();
  server.cart = { ...premiumCart, price_cents: 2990, total_cents: 2990 };
  server.order = refuse('priceChanged');
  await orderIt(screen);
  await expect
    .element(alert(screen, errors.priceChanged))
    .toHaveTextContent(/It was €24\.90, now it’s €29\.90/);
  expect(row(screen, shop.checkout.rows.total)).toContain('29.90');
  server.order = placed;
  await payButton(screen).click();
  await expect.poll(() => sentBodies().at(-1)).toMatchObject({ total_cents: 2990 });
  await expect.poll(() => vi.mocked(leaveFor).mock.calls).toEqual([[PAGE]]);
});

test('N2 a total that the server does not have orders nothing, and the right one stays', async () => {
  server.order = refuse('priceChanged');
  const screen = await show();
  await orderIt(screen);
  await expect.element(alert(screen, errors.priceChanged)).toBeVisible();
  expect(row(screen, shop.checkout.rows.total)).toContain('24.90');
  expect(document.body.textContent).not.toContain('It was');
  expect(leaveFor).not.toHaveBeenCalled();
});

test('S13 another tab with another purchase: it is shown and asked for again', async () => {
  const screen = await show();
  await expect.element(payButton(screen)).toBeEnabled();
  server.cart = { ...premiumCart, id: 'cart-2', product: 'Name change', price_cents: 500, total_cents: 500 };
  server.order = refuse('cartChanged');
  await orderIt(screen);
  await expect.element(alert(screen, errors.cartChanged)).toBeVisible();
  expect(row(screen, shop.checkout.rows.total)).toContain('5.00');
  server.order = placed;
  await payButton(screen).click();
  await expect.poll(sentBodies).toMatchObject([{ cart: 'cart-1' }, { cart: 'cart-2', total_cents: 500 }]);
  await expect.poll(() => vi.mocked(leaveFor).mock.calls).toEqual([[PAGE]]);
});

test('S11 a payment method that is gone: its field says so', async () => {
  server.order = refuse('paymentMethodUnavailable');
  const screen = await show();
  await screen.getByRole('radio', { name: 'Bitcoin' }).click();
  await orderIt(screen);
  await expect.element(screen.getByText(errors.paymentMethodUnavailable)).toBeVisible();
  expect(receipt(screen).element().textContent).not.toContain(errors.paymentMethodUnavailable);
  expect(sentBodies()).toMatchObject([{ payment_method_name: 'bitcoin' }]);
});

test('S16 without a captcha nothing is sent, and the form can be used again', async () => {
  vi.mocked(withCaptcha).mockRejectedValue(new ApiError('errorCaptcha', 422));
  const screen = await show();
  await orderIt(screen);
  await expect.poll(() => vi.mocked(withCaptcha).mock.settledResults.length).toBe(1);
  await expect.element(payButton(screen)).not.toHaveAttribute('aria-busy', 'true');
  expect(sentBodies()).toEqual([]);
});

test('S13 a connection that is lost is told by a notice, and another try is the same order', async () => {
  const add = vi.fn(() => '');
  showNoticesIn({ add } as never);
  server.order = refuse('offline', 0);
  const screen = await show();
  await orderIt(screen);
  await expect.element(alert(screen, errors.offline)).toBeVisible();
  await expect
    .poll(() => add.mock.calls)
    .toMatchObject([[{ type: 'error', description: shop.checkout.paymentError }]]);
  server.order = placed;
  await payButton(screen).click();
  await expect.poll(() => vi.mocked(leaveFor).mock.calls).toEqual([[PAGE]]);
  const keys = vi
    .mocked(call)
    .mock.calls.filter(([endpoint]) => endpoint === shopCalls.placeOrder)
    .map(([, , options]) => (options as { idempotencyKey: string }).idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('S11 without a payment method that is set up a sentence says so and nothing can be sent', async () => {
  server.groups = [];
  const screen = await show();
  await expect.element(alert(screen, shop.checkout.noMethods)).toBeVisible();
  await expect.element(payButton(screen)).toBeDisabled();
});

test('S11 a discount: a wrong code at its field, a good one in the total, and taken away again', async () => {
  const { total, discountBy } = shop.checkout.rows;
  const screen = await show();
  const field = screen.getByRole('textbox', { name: shop.checkout.discount.label });
  await userEvent.type(field, 'no such-code');
  await expect.element(field).toHaveValue('NOSUCH-CODE');
  await screen.getByRole('button', { name: shop.checkout.discount.apply }).click();
  await expect.element(screen.getByText(errors.discountInvalid)).toBeVisible();
  await expect.element(field).toHaveFocus();
  await field.fill('night10');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => row(screen, total)).toContain('22.41');
  expect(row(screen, discountBy.replace('{{code}}', 'NIGHT10'))).toContain('2.49');
  // the buyer's own discount does not count as a change of the price
  expect(document.body.textContent).not.toContain('It was');
  await screen.getByRole('button', { name: 'Remove discount code NIGHT10' }).click();
  await expect.poll(() => row(screen, total)).toContain('24.90');
  await expect.element(field).toHaveFocus();
  expect(document.body.textContent).not.toContain('It was');
});

test.each(LOCALES)('S11 the page in %s has its words, and nothing sticks out', async (locale) => {
  await loadTextsOf(locale);
  await i18next.changeLanguage(locale);
  const { title, rows } = words[locale].checkout;
  const screen = await show();
  await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect.element(screen.getByText(rows.total, { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByRole('checkbox')).toBeInTheDocument();
  for (const width of [390, 1440]) {
    await page.viewport(width, 844);
    expect(sticksOut(), `at ${width}`).toEqual([]);
  }
});
