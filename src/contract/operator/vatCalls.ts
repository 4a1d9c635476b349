import * as z from 'zod/mini';
import { orderParams } from './orders.ts';
import type { OperatorEndpoint } from './people/operatorEndpoint.ts';
import {
  doubtsQuery,
  doubtsReply,
  importRatesBody,
  importRatesReply,
  setRateBody,
  settleCountryBody,
  settleCountryReply,
  vatQuery,
  vatRatesReply,
  vatReply,
} from './vat.ts';

/** Calls for VAT: its sums, its rates, and the orders whose country is doubtful. */
export const vatCalls = {
  vat: {
    method: 'GET',
    path: '/api/operator/v1/vat',
    needs: 'see.sums',
    query: vatQuery,
    reply: vatReply,
  },
  vatDoubts: {
    method: 'GET',
    path: '/api/operator/v1/vat/doubts',
    needs: 'see.orders',
    query: doubtsQuery,
    reply: doubtsReply,
  },
  vatRates: {
    method: 'GET',
    path: '/api/operator/v1/vat/rates',
    needs: 'see.sums',
    reply: vatRatesReply,
  },
  setVatRate: {
    method: 'POST',
    path: '/api/operator/v1/vat/rates',
    needs: 'tax.rates',
    act: true,
    body: setRateBody,
    reply: z.object({}),
  },
  importVatRates: {
    method: 'POST',
    path: '/api/operator/v1/vat/rates/import',
    needs: 'tax.rates',
    act: true,
    body: importRatesBody,
    reply: importRatesReply,
  },
  settleCountry: {
    method: 'POST',
    path: '/api/operator/v1/orders/{id}/country',
    needs: 'tax.settle',
    act: true,
    params: orderParams,
    body: settleCountryBody,
    reply: settleCountryReply,
  },
} as const satisfies Record<string, OperatorEndpoint>;
