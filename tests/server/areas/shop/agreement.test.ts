import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TERMS_CHANGED } from '#/contract/kernel/limits.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';
import { createPlayer, type Player } from '../../../support/app/factories.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { GOOD } from '../../../support/catalogue/testShop.ts';
import { createOperator } from '../../../support/desks/operators.ts';
import { applyPaymentEvent, order, saveCart, useFakeProvider } from '../../../support/players/shopping.ts';
import { allQueuedMails } from '../../../support/app/queuedMails.ts';

let site: TestApp;
let player: Player;
beforeAll(async () => {
  site = await createTestApp();
  useFakeProvider(site);
  player = await createPlayer(site.deps);
});
afterAll(() => site.close());

async function orderWith(body: object, purchase: object = {}, language = 'uk'): Promise<string> {
  const saved = await saveCart(site, player, purchase);
  const headers = { ...saved.headers, 'accept-language': language };
  return (await order(site, { headers }, body)).json<{ order: string }>().order;
}
const agreedIn = async (id: string): Promise<unknown> =>
  (await site.pool.query<{ agreed: unknown }>('SELECT agreed FROM orders WHERE public_id = $1', [id]))
    .rows[0]!.agreed;

describe('S19 the agreement at the checkout', () => {
  test.each(['ru', 'uk', 'en'] as const)(
    'S19 is stored with the order, in the words of %s',
    async (locale) => {
      const id = await orderWith({ terms: true, at_once: true }, {}, locale);
      const agreed = {
        at: site.deps.now().toISOString(),
        locale,
        terms: TERMS_CHANGED,
        atOnce: pageText(locale, 'shop:checkout.atOnce'),
      };
      expect(await agreedIn(id)).toEqual({ ...agreed, at: expect.any(String) });
      expect(agreed.atOnce).toContain('14');
    },
  );

  test('S19 has no delivery at once for what only the game hands over, whatever the request says', async () => {
    const service = { product_type: 'Services', goods_id: GOOD.service };
    expect((await saveCart(site, player, service)).cart.is_at_once).toBe(false);
    expect((await saveCart(site, player)).cart.is_at_once).toBe(true);
    expect(await agreedIn(await orderWith({ terms: true, at_once: true }, service))).toMatchObject({
      atOnce: null,
    });
  });

  test('S19 says nothing that the buyer did not say', async () => {
    expect(await agreedIn(await orderWith({}))).toBeNull();
    expect(await agreedIn(await orderWith({ at_once: true }))).toBeNull();
    expect(await agreedIn(await orderWith({ terms: true }))).toMatchObject({ atOnce: null });
    const refused = await order(site, await saveCart(site, player), { terms: true, at_once: false });
    expect(refused.json()).toMatchObject({ code: 'badRequest', errors: { at_once: 'termsRequired' } });
  });

  test('S19 is read by operators, and by the buyer in the receipt', async () => {
    const id = await orderWith({ terms: true, at_once: true });
    await applyPaymentEvent(site, id, 'paid');
    const viewer = await createOperator(site, 'viewer');
    const atOnce = pageText('uk', 'shop:checkout.atOnce')!;
    const shown = await viewer.browser.call(operatorCalls.order, { params: { id } });
    expect(shown.json()).toMatchObject({ agreed: { locale: 'uk', terms: TERMS_CHANGED, atOnce } });
    expect(await allQueuedMails(site)).toContainEqual(
      expect.objectContaining({ variables: expect.objectContaining({ order: id, atOnce }) }),
    );
  });
});
