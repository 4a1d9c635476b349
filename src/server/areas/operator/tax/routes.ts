import type { FastifyInstance } from 'fastify';
import { vatCalls } from '#/contract/operator/vatCalls.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { isCountry } from '#/contract/kernel/countries.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { listDoubts } from './listDoubts.ts';
import { importRatesAct, setRateAct } from './rateActs.ts';
import { settleCountryAct } from './settleCountryAct.ts';
import { showRates, showVat } from './showVat.ts';

/** Serves the operators' calls about VAT. */
export function taxRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, vatCalls.vat, ({ query }) => showVat(deps, query));
  operatorRoute(app, deps, vatCalls.vatDoubts, ({ query }) => listDoubts(deps, query));
  operatorRoute(app, deps, vatCalls.vatRates, () => showRates(deps));
  operatorAct(app, deps, vatCalls.setVatRate, 'setVatRate', (tx, { body }) =>
    setRateAct(tx, { ...body, country: knownCountry(body.country) }),
  );
  operatorAct(app, deps, vatCalls.importVatRates, 'importVatRates', (tx) => importRatesAct(tx));
  operatorAct(app, deps, vatCalls.settleCountry, 'settleCountry', (tx, { params, body }) =>
    settleCountryAct(tx, deps, params.id, { ...body, country: knownCountry(body.country) }),
  );
}

/** @throws AppError badRequest if there is no such country */
const knownCountry = (country: string): string =>
  isCountry(country) ? country : fail('badRequest', { errors: { country: 'badRequest' } });
