import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { leaveFor } from '#/client/areas/shop/payment/leaveFor.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { shopCalls } from '#/contract/calls/shop.ts';
import errors from '../../../../locales/en/errors.json';
import texts from '../../../../locales/en/shop.json';
import {
  address,
  beSignedIn,
  chooseServer,
  goBack,
  nameBuyer,
  sentTo,
  setShop,
  shop,
  showShop,
} from './shopCase.tsx';

beforeEach(setShop);

const amount = () => page.getByRole('textbox', { name: /^How many coins/ });
const receipt = () => page.getByRole('region', { name: texts.coins.receipt.title });
const pay = () => receipt().getByRole('button', { name: texts.coins.receipt.pay });
const tab = (name: string) => page.getByRole('tab', { name });

describe('tabs', () => {
  test('RT3 S1 by hash: the default, an unknown one, and choosing one sets it', async () => {
    const first = await showShop();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(tab('One Coins')).toHaveAttribute('aria-selected', 'true');
    await expect.element(heading).toHaveTextContent('All of One Coins');
    await tab('Services').click();
    await expect.poll(address).toBe('/donate#Services');
    await expect.element(tab('Services')).toHaveAttribute('aria-selected', 'true');
    await expect.element(heading).toHaveTextContent('All of Services');
    goBack();
    await expect.element(tab('One Coins')).toHaveAttribute('aria-selected', 'true');
    await first.unmount();
    await showShop('/donate#nothing');
    await expect.element(tab('One Coins')).toHaveAttribute('aria-selected', 'true');
  });

  test('S1 what lies ahead is not chosen by mouse, keyboard or hash', async () => {
    await showShop('/donate#product');
    await expect.element(tab('Property')).toHaveTextContent(texts.donate.soon);
    await expect.element(tab('Property')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(tab('One Coins')).toHaveAttribute('aria-selected', 'true');
    await tab('Property').click({ force: true });
    (tab('Property').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}[Space]');
    await expect.element(tab('Property')).toHaveAttribute('aria-selected', 'false');
    await expect.element(tab('One Coins')).toHaveAttribute('aria-selected', 'true');
  });

  test('S1 coins that lie ahead are not the default', async () => {
    shop.lieAhead = ['one_coin'];
    const first = await showShop();
    await expect.element(tab('One Coins')).toHaveTextContent(texts.donate.soon);
    await expect.element(tab('Premium')).toHaveAttribute('aria-selected', 'true');
    await first.unmount();
    shop.lieAhead = ['one_coin', 'Premium', 'Services', 'product'];
    await showShop();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(texts.donate.closedTitle);
  });

  test('S1 S6 a visitor has no cases tab, and its hash leads to the site root', async () => {
    const first = await showShop();
    await expect.element(tab('One Coins')).toBeVisible();
    expect(tab('Cases').elements()).toHaveLength(0);
    await first.unmount();
    await showShop('/donate#cases');
    await expect.element(page.getByText('elsewhere')).toBeVisible();
  });

  test('S1 a failed shop says so and can be asked for again', async () => {
    shop.isOpen = false;
    await showShop();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(texts.donate.failedTitle);
    shop.isOpen = true;
    await page.getByRole('button', { name: texts.donate.retry }).click();
    await expect.element(tab('One Coins')).toBeVisible();
  });

  test.each(['999999', 'none'])(
    'RT11 the unknown case "%s" is told in words, with a way back',
    async (id) => {
      await showShop(`/donate/case/${id}`);
      await expect
        .element(page.getByRole('heading', { level: 1 }))
        .toHaveTextContent(texts.case.unknownTitle);
      await expect
        .element(page.getByRole('link', { name: texts.case.toShop }))
        .toHaveAttribute('href', expect.stringMatching(/\/donate$/));
    },
  );
});

describe('coins', () => {
  test('S2 S3 S5 price, bonus and sum follow the amount; a tier takes its lower bound', async () => {
    await showShop();
    await expect.element(amount()).toHaveValue('100');
    await amount().fill('2300');
    await expect.element(receipt()).toHaveTextContent(/\+460\sOC/);
    await expect.element(receipt()).toHaveTextContent(/2,760\sOC/);
    await expect.element(receipt()).toHaveTextContent(/Bonus ×1\.2/);
    await expect.element(receipt()).toHaveTextContent(/€230\.00/);
    await expect
      .element(page.getByText(/^Your bonus is \+20%\. 200\sOC more and you get \+30%/))
      .toBeVisible();
    const share = page.getByRole('button', { name: /Share/ });
    await expect.element(share).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: /Advance/ }).click();
    await expect.element(amount()).toHaveValue('500');
    await expect.element(share).toHaveAttribute('aria-pressed', 'false');
    await expect.element(receipt()).toHaveTextContent(/€50\.00/);
    await expect.element(receipt()).toHaveTextContent(/550\sOC/);
  });

  test('S3 the slider goes from the least to the most and is driven by keys', async () => {
    await showShop();
    const thumb = page.getByRole('slider');
    await expect.element(thumb).toBeVisible();
    (thumb.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(amount()).toHaveValue('50,000');
    await expect.element(thumb).toHaveAttribute('aria-valuetext', '50,000 OC');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(amount()).toHaveValue('49,000');
    await userEvent.keyboard('{Home}');
    await expect.element(amount()).toHaveValue('5');
  });

  test('S4 digits only, capped at the most, too few are raised and block the purchase until then', async () => {
    await showShop();
    await amount().fill('');
    await userEvent.type(amount(), '9x9-');
    await expect.element(amount()).toHaveValue('99');
    await amount().fill('999999');
    await expect.element(amount()).toHaveValue('50,000');
    await expect.element(receipt()).toHaveTextContent(/€5,000\.00/);
    // from here on time passes only where the test says so
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await amount().fill('3');
    await expect.element(pay()).toBeDisabled();
    await vi.advanceTimersByTimeAsync(499);
    await expect.element(amount()).toHaveValue('3');
    await vi.advanceTimersByTimeAsync(1);
    await expect.element(amount()).toHaveValue('5');
    await expect.element(pay()).toBeEnabled();
    await amount().fill('');
    await expect.element(pay()).toBeDisabled();
    await vi.advanceTimersByTimeAsync(500);
    await expect.element(amount()).toHaveValue('5');
  });

  test('S2 a visitor without server or account is told at the fields, and nothing is sent', async () => {
    await showShop();
    await pay().click();
    await expect.element(page.getByText(errors.serverRequired)).toBeVisible();
    await expect.element(page.getByText(errors.accountRequired)).toBeVisible();
    await expect.element(page.getByRole('combobox')).toHaveFocus();
    expect(sentTo(shopCalls.saveCart)).toEqual([]);
  });

  test('S15 signed in, server and e-mail are the own ones and locked', async () => {
    beSignedIn(0);
    await showShop();
    const login = page.getByRole('textbox', { name: 'Login or email' });
    await expect.element(login).toHaveValue('demo@example.org');
    await expect.element(login).toBeDisabled();
    await expect.element(page.getByRole('combobox')).toHaveTextContent('Everest');
    await expect.element(page.getByRole('combobox')).toBeDisabled();
    await pay().click();
    await expect.poll(() => vi.mocked(leaveFor).mock.calls.length).toBe(1);
    expect(sentTo(shopCalls.saveCart).map(({ body }) => body)).toMatchObject([
      { server: 'everest', login: 'demo@example.org' },
    ]);
  });

  test('S9 a changed price is told in words, old and new, and then paid', async () => {
    shop.coinPrice = 0.05;
    await showShop();
    await nameBuyer();
    await amount().fill('600');
    shop.saveCart = async () => {
      shop.coinPrice = 0.1;
      throw new ApiError('priceChanged', 409);
    };
    await pay().click();
    await expect.element(page.getByText(errors.priceChanged)).toBeVisible();
    await expect.element(page.getByText('It was €30.00, now it’s €60.00.')).toBeVisible();
    await expect.element(amount()).toHaveValue('600');
    shop.saveCart = async () => ({});
    await pay().click();
    await expect.poll(() => sentTo(shopCalls.saveCart).map(({ body }) => body['price'])).toEqual([30, 60]);
    await expect.poll(() => vi.mocked(leaveFor).mock.calls.length).toBe(1);
  });

  test('S2 a lost answer is asked for again under the same key', async () => {
    await showShop();
    await nameBuyer();
    shop.saveCart = async () => {
      throw new ApiError('offline', 0);
    };
    await pay().click();
    await expect.element(page.getByText(errors.offline)).toBeVisible();
    shop.saveCart = async () => ({});
    await pay().click();
    await expect.poll(() => vi.mocked(leaveFor).mock.calls.length).toBe(1);
    const keys = sentTo(shopCalls.saveCart).map(({ key }) => key);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });
});

describe('goods', () => {
  test('S7 a tab sells what the chosen server has', async () => {
    await showShop('/donate#Services');
    await expect.element(page.getByText(texts.goods.showing.replace('{{server}}', 'Everest'))).toBeVisible();
    const here = () =>
      page
        .getByRole('article')
        .elements()
        .map((card) => card.textContent);
    await expect
      .poll(here)
      .toEqual([expect.stringContaining('Name change'), expect.stringContaining('Evening in the club')]);
    await chooseServer('Harbor');
    await expect.poll(here).toEqual([expect.stringContaining('Night in the harbour')]);
  });

  test('S8 the stepper multiplies the price, up to 200 pieces', async () => {
    await showShop('/donate#Premium');
    const quantity = page.getByRole('textbox', { name: 'Quantity: Premium · 30 days' });
    await quantity.fill('999');
    await userEvent.tab();
    await expect.element(quantity).toHaveValue('200');
    await expect
      .element(page.getByRole('button', { name: /^Buy “Premium · 30 days” · €4,980\.00/ }))
      .toBeVisible();
    await quantity.fill('2');
    await page.getByRole('button', { name: 'One more: Premium · 30 days' }).click();
    await expect.element(page.getByRole('button', { name: /· €74\.70/ })).toBeVisible();
  });

  async function openDialog() {
    beSignedIn(500);
    await showShop('/donate#Services');
    await page.getByRole('button', { name: /^Buy “Name change”/ }).click();
    await expect.element(dialog()).toBeVisible();
  }
  const dialog = () => page.getByRole('dialog', { name: 'Name change' });

  test('S10 the modal closes on Escape and on a click beside it', async () => {
    await openDialog();
    await expect.element(dialog()).toHaveTextContent(/1 × 60\sOC/);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await page.getByRole('button', { name: /^Buy “Name change”/ }).click();
    await expect.element(dialog()).toBeVisible();
    await page.elementLocator(document.documentElement).click({ position: { x: 4, y: 4 }, force: true });
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('S10 a refusal shows the server’s message, and the button works again under the same key', async () => {
    shop.buyByCoin = async () => {
      throw new ApiError('offline', 0);
    };
    await openDialog();
    const buy = dialog().getByRole('button', { name: /^Buy for 60\sOC$/ });
    await buy.click();
    await expect.element(page.getByText(errors.offline)).toBeVisible();
    shop.buyByCoin = async () => {
      throw new ApiError('goodSoldOut', 409);
    };
    await buy.click();
    await expect.element(page.getByText(errors.goodSoldOut)).toBeVisible();
    await expect.element(buy).toBeEnabled();
    const keys = sentTo(shopCalls.storeByCoin).map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('E6 S10 a purchase with coins counts although the browser has no room left to store it', async () => {
    // the document is shared by the tests, so it must not be loaded again
    Object.assign(tuning.dom, { boughtReloadMs: 2 ** 30 });
    await openDialog();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    await dialog()
      .getByRole('button', { name: /^Buy for 60\sOC$/ })
      .click();
    await expect.element(dialog().getByRole('status')).toHaveTextContent(texts.byCoin.bought);
    expect(sentTo(shopCalls.storeByCoin)).toHaveLength(1);
  });
});
