import { createHmac } from 'node:crypto';
import { fakeService, type FakeService } from './fakeService.ts';

export const BTCPAY_KEY = 'the-api-key-of-the-tests';
export const BTCPAY_STORE = 'StoreOfTheTests';

interface Invoice {
  id: string;
  storeId: string;
  checkoutLink: string;
  amount: string;
  paidAmount?: string;
  currency: string;
  status: 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled';
  additionalStatus: 'None' | 'PaidLate' | 'PaidPartial' | 'Marked' | 'Invalid' | 'PaidOver';
  metadata: { orderId?: string };
  checkout: object;
}

interface Payment {
  value: string;
  status: 'Invalid' | 'Processing' | 'Settled';
}

export interface FakeBtcpay extends FakeService {
  invoices: Map<string, Invoice>;
  pullPayments: { id: string; name: string; currency: string; amount: string; archived: boolean }[];
  /** Whether it is a server that knows the path of an invoice only in its store. */
  isOld: boolean;
  payouts: {
    id: string;
    pullPaymentId: string;
    originalAmount: string;
    originalCurrency: string;
    state: string;
  }[];
  /** Sets the state of an invoice and its payments. */
  become: (
    invoiceId: string,
    state: Partial<Pick<Invoice, 'status' | 'additionalStatus' | 'paidAmount'>>,
    payments?: Payment[],
  ) => void;
  /** Body and headers of a webhook, signed as BTCPay Server does. */
  webhook: (message: object, secret: string) => { raw: string; headers: Record<string, string> };
}

/** The part of BTCPay Server's Greenfield API that the adapter uses. One coin costs 60,000.00 euro. */
export async function fakeBtcpay(): Promise<FakeBtcpay> {
  const invoices: FakeBtcpay['invoices'] = new Map();
  const payments = new Map<string, Payment[]>();
  const pullPayments: FakeBtcpay['pullPayments'] = [];
  const payouts: FakeBtcpay['payouts'] = [];
  const store = `/api/v1/stores/${BTCPAY_STORE}`;

  const makeInvoice = (body: string): Invoice => {
    const { amount, currency, metadata, checkout } = JSON.parse(body) as Invoice;
    const id = `Invoice${invoices.size + 1}`;
    const made: Invoice = {
      id,
      storeId: BTCPAY_STORE,
      checkoutLink: `https://btcpay.example/i/${id}`,
      amount,
      currency,
      metadata,
      checkout,
      status: 'New',
      additionalStatus: 'None',
    };
    invoices.set(id, made);
    return made;
  };

  const state = { isOld: false };
  const service = await fakeService(({ method, path, query, headers, body }) => {
    if (headers.authorization !== `token ${BTCPAY_KEY}`)
      return { status: 401, body: { code: 'unauthenticated' } };
    const route = `${method} ${path.replace(store, '')}`;
    const all = [...invoices.values()];
    if (route === 'GET /invoices')
      return { body: all.filter(({ metadata }) => metadata.orderId === query.get('orderId')) };
    if (route === 'POST /invoices') return { body: makeInvoice(body) };
    if (route === 'GET /pull-payments') return { body: pullPayments };
    const [, pullId, isPayouts] = /^GET \/api\/v1\/pull-payments\/(\w+)(\/payouts)?$/.exec(route) ?? [];
    if (isPayouts) return { body: payouts.filter(({ pullPaymentId }) => pullPaymentId === pullId) };
    if (pullId) return { body: pullPayments.find(({ id }) => id === pullId) };
    const documented = state.isOld ? store : '/api/v1';
    const [, id = '', rest] =
      /^\/invoices\/(\w+)(?:\/([a-z-]+))?$/.exec(
        path.startsWith(`${documented}/invoices`) ? path.slice(documented.length) : '',
      ) ?? [];
    const invoice = invoices.get(id);
    if (!invoice) return { status: 404, body: { code: 'invoice-not-found' } };
    if (rest === 'payment-methods')
      return {
        body: [
          { paymentMethodId: 'BTC-CHAIN', currency: 'BTC', rate: '60000', payments: payments.get(id) ?? [] },
        ],
      };
    if (rest === 'refund') {
      const { name, customAmount, customCurrency } = JSON.parse(body) as Record<string, string>;
      if (name!.length > 50) return { status: 422, body: [{ path: 'name', message: 'at most 50' }] };
      const made = {
        id: `Pull${pullPayments.length + 1}`,
        name: name!,
        currency: customCurrency!,
        amount: customAmount!,
        archived: false,
      };
      pullPayments.push(made);
      return { body: { ...made, viewLink: `https://btcpay.example/pull-payments/${made.id}` } };
    }
    return { body: invoice };
  });
  return {
    ...service,
    get isOld() {
      return state.isOld;
    },
    set isOld(isOld) {
      state.isOld = isOld;
    },
    invoices,
    pullPayments,
    payouts,
    become: (invoiceId, state, made) => {
      Object.assign(invoices.get(invoiceId)!, state);
      if (made) payments.set(invoiceId, made);
    },
    webhook: (message, secret) => {
      const raw = JSON.stringify({
        deliveryId: 'Delivery1',
        webhookId: 'Webhook1',
        originalDeliveryId: 'Delivery1',
        isRedelivery: false,
        timestamp: 1_768_478_400,
        storeId: BTCPAY_STORE,
        ...message,
      });
      const digest = createHmac('sha256', secret).update(raw).digest('hex');
      return { raw, headers: { 'btcpay-sig': `sha256=${digest}` } };
    },
  };
}
