import i18next from 'i18next';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { shopCalls } from '#/contract/calls/shop.ts';
import { code } from '#/contract/kernel/text.ts';
import type { Cart } from '#/contract/shop.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { withCaptcha } from '#/client/domain/forms/captcha.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { createSendOnce } from '#/client/platform/api/retryKey.ts';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import { leaveFor } from './leaveFor.ts';
import * as z from 'zod/mini';
import type { ErrorCode } from '#/contract/kernel/errors.ts';

interface PaymentProps {
  cart: Cart;
  form: UseFormReturn<CheckoutValues>;
  refetchCart: () => Promise<unknown>;
  refetchShop: () => Promise<unknown>;
}

/** Refusals that are shown at a field of the form. */
const FIELD: Partial<Record<string, keyof CheckoutValues>> = {
  termsRequired: 'terms',
  paymentMethodUnavailable: 'payment_method_name',
  countryRequired: 'country',
};
/** Refusals that mean that the cart was changed, replaced or removed. The page then loads it again. */
const CART_REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  'priceChanged',
  'cartChanged',
  'cartNotFound',
  'cartExpired',
  'goodNotFound',
  'goodSoldOut',
  'amountInvalid',
  'accountNotFound',
  'discountInvalid',
  'discountUsed',
  'discountNotForThis',
]);

/** Orders the cart as it was shown and leaves for the provider's page. Repeated requests make one order. */
export function usePayment({ cart, form, refetchCart, refetchShop }: PaymentProps) {
  const { isPending, failure, submit } = useSubmit(form);
  const [sendOnce] = useState(() => createSendOnce());

  const pay = ({ payment_method_name, country }: CheckoutValues) =>
    submit(async () => {
      try {
        // reports a lost connection at once, instead of a missing captcha
        if (!navigator.onLine) throw new ApiError('offline', 0);
        const body = {
          cart: cart.id,
          total_cents: cart.total_cents,
          payment_method_name,
          ...(country !== null && { country }),
          terms: true as const,
          ...(cart.is_at_once && { at_once: true as const }),
        };
        const { url } = await withCaptcha('order', (captcha) =>
          sendOnce(body, (idempotencyKey) =>
            call(shopCalls.placeOrder, { body: { ...body, captcha } }, { idempotencyKey }),
          ),
        );
        await leaveFor(url);
      } catch (error) {
        throw await explained(error);
      }
    });

  /** Reloads data that a refusal shows to be outdated, and assigns the refusal to its field. */
  async function explained(error: unknown): Promise<unknown> {
    if (!(error instanceof ApiError)) return error;
    const { code, status, errors } = error;
    if (CART_REFUSALS.has(code)) await refetchCart();
    if (code === 'paymentMethodUnavailable') await refetchShop();
    const isNoRefusal = status === 0 || status >= 500 || code === 'badReply' || code === 'paymentUnavailable';
    if (isNoRefusal)
      notify({
        type: 'error',
        title: i18next.t('common:toast.error'),
        description: i18next.t('shop:checkout.paymentError'),
      });
    const field = FIELD[code];
    if (!field || errors[field]) return error;
    return new ApiError(code, status, { errors: { [field]: code as ErrorCode } });
  }

  return { isPending, failure, pay };
}

/** The form before a payment: payment method, country and consent to the terms (S11). */
export const checkoutForm = z.object({
  payment_method_name: z.string().check(z.minLength(1, code('paymentMethodUnavailable'))),
  /** Null for payment methods that do not need it. */
  country: z.nullable(z.string().check(z.minLength(1, code('countryRequired')))),
  terms: z.boolean().check(z.refine(Boolean, code('termsRequired'))),
});
export type CheckoutValues = z.infer<typeof checkoutForm>;
