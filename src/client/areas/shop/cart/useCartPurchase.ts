import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { shopCalls } from '#/contract/calls/shop.ts';
import type { CartBody } from '#/contract/shop.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { withCaptcha } from '#/client/domain/forms/captcha.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import { leaveFor } from '#/client/areas/shop/payment/leaveFor.ts';
import { createSendOnce } from '#/client/platform/api/retryKey.ts';
import { storeProduct } from './storedProduct.ts';
import type { BuyerForm } from './useBuyerForm.ts';

/** The wanted product, with the total price that was shown. */
type Wanted = Omit<CartBody, 'captcha' | 'server' | 'login' | 'price'> & { price: number };

/** Refusals that mean that the page shows outdated data. */
const STALE = new Set<string>(['priceChanged', 'goodSoldOut', 'goodNotFound', 'amountInvalid']);

/**
 * Saves a cart and loads the verification page as a new document (S9, RT5). If the server refuses because the shown
 * data are outdated, the page loads them again.
 */
export function useCartPurchase(form: UseFormReturn<BuyerForm>) {
  const client = useQueryClient();
  const { isPending, failure, submit } = useSubmit(form);
  const [sendOnce] = useState(() => createSendOnce());
  /** The shown price in euro, when the server answered that the price had changed. */
  const [priceBefore, setPriceBefore] = useState<number | null>(null);

  const save = (buyer: BuyerForm, wanted: Wanted) =>
    submit(async () => {
      setPriceBefore(null);
      const body = { ...buyer, ...wanted };
      try {
        const cart = await withCaptcha('cart', (captcha) =>
          sendOnce(body, (idempotencyKey) =>
            call(shopCalls.saveCart, { body: { ...body, captcha } }, { idempotencyKey }),
          ),
        );
        storeProduct(cart);
      } catch (error) {
        if (error instanceof ApiError && STALE.has(error.code)) {
          await client.refetchQueries({ queryKey: ['shop'], type: 'active' });
          if (error.code === 'priceChanged') setPriceBefore(wanted.price);
        }
        throw error;
      }
      await leaveFor(inLocale(pageConfig.locale, paths.verificationPayment));
    });

  return { isPending, failure, priceBefore, save };
}
