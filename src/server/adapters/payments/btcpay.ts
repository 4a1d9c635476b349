import * as z from 'zod/mini';
import type { BtcpaySettings } from '../../paymentSettings.ts';
import { type BtcpayApi, eventsOfInvoice, eventsOfRefund, ORDER_KEY, refundsOf } from './btcpayEvents.ts';
import { callProvider } from './callProvider.ts';
import { ForgedWebhook, type PaymentProvider, type PaymentRequest } from './payments.ts';
import { jsonOf, verifyBody } from './signature.ts';

const MINUTE_MS = 60_000;
/** Its checkout follows its own list of languages. */
const LANGUAGES = { ru: 'ru-RU', uk: 'uk-UA', en: 'en' } as const;
/** What the checkout shows first; a store may well accept more. */
const METHODS: Partial<Record<string, string>> = {
  bitcoin: 'BTC-CHAIN',
  litecoin: 'LTC-CHAIN',
  tether: 'USDT-CHAIN',
};

const invoice = z.object({ id: z.string(), checkoutLink: z.string(), status: z.string() });
const message = z.object({
  type: z.string(),
  storeId: z.string(),
  invoiceId: z.nullish(z.string()),
  pullPaymentId: z.nullish(z.string()),
});

/**
 * BTCPay Server: an invoice in euro that is paid in coins, its checkout page and its webhooks. A webhook only says where
 * to look: amount, currency and state are what the server answers when it is asked, so an old message that is sent again
 * says nothing old.
 */
export function btcpay(settings: BtcpaySettings, now: () => Date): PaymentProvider {
  const api = apiOf(settings);
  return {
    name: 'btcpay',
    start: async (request) => {
      const known = z.parse(z.array(invoice), await api.get('invoices', { orderId: request.orderId }));
      const open = known.find(({ status }) => status === 'New');
      const made = open ?? z.parse(invoice, await api.post('invoices', invoiceBody(request, now())));
      return { paymentRef: made.id, url: made.checkoutLink };
    },
    readWebhook: async (raw, headers) => {
      verifyBody(raw, headers['btcpay-sig'], settings.webhookSecrets);
      const { data: sent } = z.safeParse(message, jsonOf(raw));
      if (!sent) throw new ForgedWebhook('not an event of BTCPay Server');
      if (sent.storeId !== settings.storeId) return [];
      if (sent.invoiceId) return eventsOfInvoice(api, sent.invoiceId);
      return sent.pullPaymentId ? eventsOfRefund(api, sent.pullPaymentId) : [];
    },
    reconcile: async (paymentRef) => {
      const refunds = await refundsOf(api, paymentRef);
      const returned = await Promise.all(refunds.map(({ id }) => eventsOfRefund(api, id)));
      return [...(await eventsOfInvoice(api, paymentRef)), ...returned.flat()];
    },
    /** Its address may be written down already: the invoice runs out by itself, and watches over what comes till then. */
    cancel: () => Promise.resolve(),
    /** Makes a pull payment: a page where the buyer names an address; what is paid out to it is refunded. */
    refund: async (paymentRef, amountCents, key) => {
      const name = `${paymentRef} ${key}`;
      const refunds = await refundsOf(api, paymentRef);
      if (refunds.some((made) => made.name === name)) return;
      await api.post(`invoices/${encodeURIComponent(paymentRef)}/refund`, {
        name,
        refundVariant: 'Custom',
        customAmount: decimalOf(amountCents),
        customCurrency: 'EUR',
      });
    },
  };
}

function apiOf({ url, storeId, apiKey }: BtcpaySettings): BtcpayApi {
  const headers = { authorization: `token ${apiKey}` };
  const store = `${url}/api/v1/stores/${encodeURIComponent(storeId)}`;
  const get = (address: string) => callProvider(new URL(address), { method: 'GET', headers });
  return {
    get: (path, query = {}) => get(`${store}/${path}?${new URLSearchParams(query).toString()}`),
    getPublic: (path) => get(`${url}/api/v1/${path}`),
    post: (path, body) =>
      callProvider(new URL(`${store}/${path}`), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

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
