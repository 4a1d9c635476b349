import * as z from 'zod/mini';
import type { ErrorCode } from '#/contract/errors.ts';

const code = (value: ErrorCode): ErrorCode => value;

/** What is asked before a payment: how it is paid, and that the terms are accepted (S11). */
export const checkoutForm = z.object({
  payment_method_name: z.string().check(z.minLength(1, code('paymentMethodUnavailable'))),
  terms: z.boolean().check(z.refine(Boolean, code('termsRequired'))),
});
export type CheckoutValues = z.infer<typeof checkoutForm>;
