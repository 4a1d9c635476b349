import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { leaveFor } from '#/client/areas/shop/payment/leaveFor.ts';
import { CasePurchasePage } from '#/client/areas/shop/CasePurchasePage.tsx';
import { DonatePage } from '#/client/areas/shop/DonatePage.tsx';
import { captchaAhead, withCaptcha } from '#/client/domain/forms/captcha.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { useStoredUser } from '#/client/platform/api/session.ts';
import { casesCalls } from '#/contract/calls/cases.ts';
import { sessionCalls } from '#/contract/calls/session.ts';
import { shopCalls } from '#/contract/calls/shop.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import type { DonateData, Good, Product, ProductType, ShopCaseDetails } from '#/contract/shop.ts';
import { taxiCase } from '../cases/opening/taxiCase.ts';
import { premiumCart } from './checkout/premiumCart.ts';

const product = (type: ProductType, title: string, more: Partial<Product> = {}): Product => ({
  id: 1,
  type,
  title: `All of ${title}`,
  image: 'items/coins3',
  tab_title: title,
  is_coming_soon: false,
  ...more,
});
const tier = (from: number, to: number, coefficient: number, title: string) => ({
  price_from: from,
  price_to: to,
  bonus_coefficient: coefficient,
  image: 'items/coins3',
  title,
  price_text: `${from} – ${to} €`,
});

/** Coins at ten cents, with two bonuses, and the other tabs. */
const shopData = (basePrice: number, lieAhead: readonly ProductType[]): DonateData => {
  const isAhead = (type: ProductType) => ({ is_coming_soon: lieAhead.includes(type) });
  return {
    servers: [
      { key: 'everest', name: 'Everest' },
      { key: 'harbor', name: 'Harbor' },
    ],
    products: [
      product('one_coin', 'One Coins', {
        ...isAhead('one_coin'),
        base_price: basePrice,
        one_coin_price_range: { from: 0.5, to: 5000 },
        one_coin_bonuses: [
          tier(10, 49, 1.05, 'Pocket'),
          tier(50, 229, 1.1, 'Advance'),
          tier(230, 249, 1.2, 'Share'),
          tier(250, 5000, 1.3, 'Vault'),
        ],
      }),
      product('cases', 'Cases', isAhead('cases')),
      product('Premium', 'Premium', isAhead('Premium')),
      product('Services', 'Services', isAhead('Services')),
      product('product', 'Property', isAhead('product')),
    ],
    payment_groups: [],
  };
};

const good = (id: number, name: string, more: Partial<Good>): Good => ({
  id,
  goods_id: id,
  product_id: id,
  product_type: 'Services',
  case_id: null,
  name,
  description: '',
  image: 'items/backpack',
  price: 0,
  premiumCoinsPrice: 60,
  count: null,
  parts_price: null,
  ...more,
});
const premium = good(1, 'Premium · 30 days', { product_type: 'Premium', price: 24.9, premiumCoinsPrice: 0 });
const boxes = [1, 5, 10].map((pieces) =>
  good(70 + pieces, `Garage sale × ${pieces}`, {
    product_type: 'casesItem',
    case_id: 7,
    premiumCoinsPrice: 20 * pieces,
  }),
);
const GOODS: Record<string, Good[]> = {
  everest: [premium, good(2, 'Name change', {}), good(3, 'Evening in the club', {}), ...boxes],
  harbor: [premium, good(4, 'Night in the harbour', {})],
};

/** A box of the shop, and what may fall out of it. */
const garageSale: ShopCaseDetails['case'] = {
  id: 7,
  name: 'Garage sale',
  imageName: 'garage',
  plate: 'A7',
  fromCoins: 20,
  description: 'What was left',
  items: taxiCase.case.items,
};

/** The shop's server: the price of a coin, the tabs that are coming soon, and what it answers to purchases. */
export const shop = {
  coinPrice: 0.1,
  lieAhead: ['product'] as ProductType[],
  isOpen: true,
  saveCart: async (): Promise<unknown> => premiumCart,
  buyByCoin: async (): Promise<unknown> => ({ order: 'A'.repeat(22) }),
};
const { ...usual } = shop;

/** The one case that there is. */
function caseOf(id: string | undefined) {
  if (id !== String(garageSale.id)) throw new ApiError('notFound', 404);
  return { case: garageSale, oddsHash: '' };
}

/** The server's answer about the player whom `beSignedIn` has named. */
function playerOfBrowser() {
  const { user } = useStoredUser.getState();
  return { user: { ...user, isTwoFaEnabled: false, userPromoCode: '' } };
}

/** Prepares the shop, and a captcha that is solved. */
export function setShop(): void {
  Object.assign(shop, usual);
  vi.mocked(captchaAhead).mockReturnValue(() => () => {});
  vi.mocked(withCaptcha).mockImplementation((_action, send) => send('solved'));
  vi.mocked(leaveFor).mockResolvedValue();
  vi.mocked(call).mockImplementation(async (endpoint, input): Promise<never> => {
    if (!shop.isOpen) throw new ApiError('internal', 500);
    const { query = {}, params = {} } = (input ?? {}) as Partial<
      Record<'query' | 'params', Record<string, string>>
    >;
    const answers = new Map<unknown, () => unknown>([
      [shopCalls.donateData, () => shopData(shop.coinPrice, shop.lieAhead)],
      [shopCalls.goods, () => ({ goods: GOODS[query.server ?? ''] ?? [] })],
      [shopCalls.shopCases, () => ({ cases: [garageSale] })],
      [shopCalls.shopCase, () => caseOf(params.id)],
      [casesCalls.userCases, () => ({ userCases: [{ id: 1, count: 2, case: garageSale }] })],
      [sessionCalls.user, playerOfBrowser],
      [shopCalls.saveCart, () => shop.saveCart()],
      [shopCalls.storeByCoin, () => shop.buyByCoin()],
    ]);
    const answer = answers.get(endpoint);
    if (!answer) throw new ApiError('notFound', 404);
    return (await answer()) as never;
  });
}

/** Signs the browser in as a player of Everest. */
export function beSignedIn(premiumCoins: number): void {
  document.cookie = `${TOKEN_COOKIE}=1.handle; Path=/`;
  useStoredUser.setState({ user: { email: 'demo@example.org', server: 'everest', premiumCoins } });
}

/** Shows the page of the shop at an address. */
export const showShop = (path = '/donate') =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/donate" element={<DonatePage />} />
          <Route path="/donate/case/:id" element={<CasePurchasePage />} />
          <Route path="*" element={<p>elsewhere</p>} />
        </Routes>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );

/** The address of the shown page, and a press that leads back to the one before. */
function Address() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const goBack = () => void navigate(-1);
  return (
    <button
      type="button"
      hidden
      name="address"
      aria-label="Back"
      value={pathname + search + hash}
      onClick={goBack}
    />
  );
}
const addressButton = () => document.querySelector<HTMLButtonElement>('button[name=address]');
export const address = () => addressButton()?.value;
export const goBack = () => addressButton()?.click();

/** Names the account that a visitor buys for. */
export async function nameBuyer(): Promise<void> {
  await chooseServer('Everest');
  await page.getByRole('textbox', { name: 'Login or email' }).fill('demo');
}
export async function chooseServer(name: string): Promise<void> {
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name }).click();
}

/** The requests of a purchase, each with its key. */
export const sentTo = (endpoint: (typeof shopCalls)['saveCart' | 'storeByCoin']) =>
  vi
    .mocked(call)
    .mock.calls.filter(([asked]) => (asked as unknown) === endpoint)
    .map(([, input, options]) => ({
      body: (input as { body: Record<string, unknown> }).body,
      key: (options as { idempotencyKey: string }).idempotencyKey,
    }));
