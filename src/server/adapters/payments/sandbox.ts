import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import {
  ForgedWebhook,
  type PaymentProvider,
  type PaymentRequest,
  PLACE_KINDS,
} from '#/server/ports/payments.ts';
import { closePayment, giveBack, messagesOf, openPayment, readPayment } from './sandboxBook.ts';
import { sandboxPayouts } from './sandboxPayouts.ts';
import { isPlaced } from './sandboxPlaces.ts';
import { jsonOf, verifyWithTime } from './signature.ts';

export const SANDBOX_HEADER = 'sandbox-signature';

/** A message has about 300 bytes. */
const WEBHOOK_MAX_BYTES = 4 * 1024;

/** Path of a payment's page. Its id cannot be guessed, and anybody who knows it may pay. */
export const sandboxPath = (ref: string): string => `/sandbox/pay/${ref}`;

const webhookSecret = (key: Buffer) =>
  createHmac('sha256', key).update('payments|sandbox|webhook').digest('hex');

/** The key that signs the webhooks of the sandbox. */
export const sandboxSecret = ({ secretKey }: Pick<Deps, 'secretKey'>): string =>
  webhookSecret(secretKey.current);

const message = z.object({
  eventId: z.string(),
  kind: z.enum([
    'pending',
    'paid',
    'failed',
    'expired',
    'refunded',
    'refundFailed',
    'chargedBack',
    'disputeWon',
  ]),
  paymentRef: z.string(),
  causeRef: z.string(),
  amountCents: z.int().check(z.nonnegative()),
  currency: z.string(),
  places: z.optional(z.array(z.object({ kind: z.enum(PLACE_KINDS), country: z.string() }))),
});

/** The test payment system: a hosted page and signed webhooks like those of a real provider, without money. */
export function sandbox(deps: Pick<Deps, 'pool' | 'now' | 'secretKey'>, publicUrl: string): PaymentProvider {
  const refOf = ({ orderId, attempt }: PaymentRequest) =>
    createHmac('sha256', deps.secretKey.current)
      .update(`payments|sandbox|${orderId}${attempt > 1 ? `|${attempt}` : ''}`)
      .digest('base64url')
      .slice(0, 32);
  return {
    name: 'sandbox',
    webhook: { signatureHeader: SANDBOX_HEADER, maxBytes: WEBHOOK_MAX_BYTES },
    start: async (request) => {
      const ref = refOf(request);
      await openPayment(deps, ref, request);
      return { paymentRef: ref, url: publicUrl + sandboxPath(ref) };
    },
    readWebhook: async (raw, headers) => {
      verifyWithTime(raw, headers[SANDBOX_HEADER], deps.secretKey.readable.map(webhookSecret), deps.now());
      const { data } = z.safeParse(message, jsonOf(raw));
      if (!data) throw new ForgedWebhook('not a message of the sandbox');
      return [data];
    },
    tellsPlace: isPlaced,
    pageOf: (paymentRef) => publicUrl + sandboxPath(paymentRef),
    reconcile: async (paymentRef) => {
      await readPayment(deps, paymentRef);
      const messages = await messagesOf(deps, paymentRef);
      return z.parse(z.array(message), messages);
    },
    cancel: (paymentRef) => closePayment(deps, paymentRef, 'expired'),
    refund: (paymentRef, amountCents, key) => giveBack(deps, paymentRef, key, amountCents),
    payouts: sandboxPayouts(deps),
  };
}
