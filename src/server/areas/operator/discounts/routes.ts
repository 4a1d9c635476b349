import type { FastifyInstance } from 'fastify';
import { discountCalls } from '#/contract/operator/discountCalls.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { idOf, operatorAct } from '../calls/operatorAct.ts';
import { operatorRoute } from '../calls/operatorRoute.ts';
import { makeBatchAct, makeDiscountAct, prolongDiscountAct, stopDiscountAct } from './discountActs.ts';
import { listDiscounts } from './listDiscounts.ts';
import { discountGoods, showDiscount } from './showDiscount.ts';

/** Serves the operators' calls for discount codes. */
export function discountRoutes(app: FastifyInstance, deps: Deps): void {
  operatorRoute(app, deps, discountCalls.discounts, ({ query }) => listDiscounts(deps, query));
  operatorRoute(app, deps, discountCalls.discountGoods, () => discountGoods(deps));
  operatorRoute(app, deps, discountCalls.discount, ({ params }) => showDiscount(deps, idOf(params)));
  operatorAct(app, deps, discountCalls.makeDiscount, 'discountCodeMade', (tx, { body }) =>
    makeDiscountAct(tx, deps, body),
  );
  operatorAct(app, deps, discountCalls.makeDiscountBatch, 'discountBatchMade', (tx, { body }) =>
    makeBatchAct(tx, deps, body),
  );
  operatorAct(app, deps, discountCalls.stopDiscount, 'discountCodeStopped', (tx, { params }) =>
    stopDiscountAct(tx, idOf(params)),
  );
  operatorAct(app, deps, discountCalls.prolongDiscount, 'discountCodeProlonged', (tx, { params, body }) =>
    prolongDiscountAct(tx, deps, { id: idOf(params), ...body }),
  );
}
