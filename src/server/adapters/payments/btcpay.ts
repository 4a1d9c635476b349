import * as z from 'zod/mini';
import type { BtcpaySettings } from '#/server/platform/config/paymentSettings.ts';
import {
  type BtcpayApi,
  euroText,
  eventsOfInvoice,
  eventsOfRefund,
  ORDER_KEY,
  refundName,
  refundsOf,
} from './btcpayEvents.ts';
import { callProvider, ProviderRefusal } from './callProvider.ts';
import { ForgedWebhook, type PaymentProvider, type PaymentRequest } from '#/server/ports/payments.ts';
import { jsonOf, verifyBody } from './signature.ts';

const SIGNATURE_HEADER = 'btcpay-sig';
/** A message has ids, one payment and the metadata of our own invoice: about a kilobyte. */
const WEBHOOK_MAX_BYTES = 16 * 1024;
const MINUTE_MS = 60_000;
/** Languages of its checkout page. */
const LANGUAGES = { ru: 'ru-RU', uk: 'uk-UA', en: 'en' } as const;
/** The method that the checkout shows first; the store may accept others too. */
const METHODS: Partial<Record<string, string>> = {
  bitcoin: 'BTC-CHAIN',
  litecoin: 'LTC-CHAIN',
  tether: 'USDT-CHAIN',
};

const invoice = z.object({
  id: z.string(),
  checkoutLink: z.string(),
  status: z.string(),
  amount: euroText,
  currency: z.string(),
  metadata: z.nullish(z.object({ [ORDER_KEY]: z.optional(z.string()) })),
});
type Invoice = z.infer<typeof invoice>;
const message = z.object({
  type: z.string(),
  storeId: z.string(),
  invoiceId: z.nullish(z.string()),
  pullPaymentId: z.nullish(z.string()),
});

/**
 * BTCPay Server: an invoice in euro that is paid in coins, its checkout page and its webhooks. A webhook only says
 * which invoice changed. Amount, currency and state are then asked from the server, so a replayed webhook cannot report
 * an old state.
 */
export function btcpay(settings: BtcpaySettings, now: () => Date): PaymentProvider {
  const api = apiOf(settings);
  return {
    name: 'btcpay',
    webhook: { signatureHeader: SIGNATURE_HEADER, maxBytes: WEBHOOK_MAX_BYTES },
    start: async (request) => {
      const known = z.parse(z.array(invoice), await api.get('invoices', { orderId: request.orderId }));
      const open = known.find((made) => made.status === 'New' && isFor(made, request));
      const made = open ?? z.parse(invoice, await api.post('invoices', invoiceBody(request, now())));
      return { paymentRef: made.id, url: made.checkoutLink };
    },
    readWebhook: async (raw, headers) => {
      verifyBody(raw, headers[SIGNATURE_HEADER], settings.webhookSecrets);
      const { data: sent } = z.safeParse(message, jsonOf(raw));
      if (!sent) throw new ForgedWebhook('not an event of BTCPay Server');
      if (sent.storeId !== settings.storeId) return [];
      if (sent.invoiceId) return eventsOfInvoice(api, sent.invoiceId);
      return sent.pullPaymentId ? eventsOfRefund(api, sent.pullPaymentId) : [];
    },
    // an address of coins belongs to no country
    tellsPlace: () => false,
    pageOf: (paymentRef) => `${settings.url}/invoices/${encodeURIComponent(paymentRef)}`,
    reconcile: async (paymentRef) => {
      const refunds = await refundsOf(api, paymentRef);
      const returned = await Promise.all(refunds.map(({ id }) => eventsOfRefund(api, id)));
      return [...(await eventsOfInvoice(api, paymentRef)), ...returned.flat()];
    },
    /**
     * Does nothing, because the buyer may have noted the address already. The invoice expires by itself and reports
     * payments until then.
     */
    cancel: () => Promise.resolve(),
    /** Creates a pull payment: a page where the buyer enters an address. A payout to it counts as the refund. */
    refund: async (paymentRef, amountCents, key) => {
      const name = refundName(paymentRef, key);
      const refunds = await refundsOf(api, paymentRef);
      // the second is the name that refunds had before; a repeated request must not make another one
      if (refunds.some((made) => made.name === name || made.name === `${paymentRef} ${key}`)) return;
      await api.postInvoice(paymentRef, '/refund', {
        name,
        refundVariant: 'Custom',
        customAmount: decimalOf(amountCents),
        customCurrency: 'EUR',
      });
    },
    // the coins arrive in the shop's own wallet
    payouts: null,
  };
}

function apiOf({ url, storeId, apiKey }: BtcpaySettings): BtcpayApi {
  const headers = { authorization: `token ${apiKey}` };
  const root = `${url}/api/v1`;
  const store = `${root}/stores/${encodeURIComponent(storeId)}`;
  const get = (address: string) => callProvider(new URL(address), { method: 'GET', headers });
  const post = (address: string, body: object) =>
    callProvider(new URL(address), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    storeId,
    get: (path, query = {}) => get(`${store}/${path}?${new URLSearchParams(query).toString()}`),
    post: (path, body) => post(`${store}/${path}`, body),
    getInvoice: (id, rest) => onInvoice((path) => get(`${path}/${encodeURIComponent(id)}${rest}`)),
    postInvoice: (id, rest, body) =>
      onInvoice((path) => post(`${path}/${encodeURIComponent(id)}${rest}`, body)),
    getPublic: (path) => get(`${root}/${path}`),
  };

  /**
   * Calls the documented path of an invoice. Servers before version 2.4 know only the path in its store, and answer 404
   * without an effect.
   */
  async function onInvoice(ask: (path: string) => Promise<unknown>): Promise<unknown> {
    try {
      return await ask(`${root}/invoices`);
    } catch (error) {
      if (!(error instanceof ProviderRefusal && error.status === 404)) throw error;
      return ask(`${store}/invoices`);
    }
  }
}

/**
 * Whether this server created the invoice for this order. A store may let anybody create invoices with any order id and
 * sum; paying such an invoice would never reach the order.
 */
const isFor = ({ amount, currency, metadata }: Invoice, request: PaymentRequest) =>
  metadata?.[ORDER_KEY] === request.orderId &&
  amount === request.totalCents &&
  currency.toUpperCase() === request.currency;

const decimalOf = (cents: number) => (cents / 100).toFixed(2);

function invoiceBody(request: PaymentRequest, now: Date): object {
  const { orderId, totalCents, currency, methodName, title, locale, successUrl, expiresAt } = request;
  const minutesLeft = Math.floor((Date.parse(expiresAt) - now.getTime()) / MINUTE_MS);
  const method = METHODS[methodName];
  return {
    amount: decimalOf(totalCents),
    currency,
    metadata: { orderId, [ORDER_KEY]: orderId, itemDesc: title },
    checkout: {
      expirationMinutes: Math.max(minutesLeft, 1),
      redirectURL: successUrl,
      redirectAutomatically: true,
      defaultLanguage: LANGUAGES[locale],
      ...(method && { defaultPaymentMethod: method }),
    },
  };
}
