import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { catalogueRoute } from '#/server/domain/operators/catalogueRoute.ts';
import { route } from '#/server/platform/http/route.ts';
import { applyDiscount, dropDiscount } from './changeDiscount.ts';
import { donateData } from './donateData.ts';
import { goodsOfServer } from './goodsOfServer.ts';
import { saveCart } from './saveCart.ts';
import { shopCase, shopCases } from './shopCases.ts';
import { showCart } from './showCart.ts';

export function shopRoutes(app: FastifyInstance, deps: Deps): void {
  catalogueRoute(app, deps, endpoints.donateData, donateData);
  catalogueRoute(
    app,
    deps,
    endpoints.goods,
    (seen, locale, { query }) => goodsOfServer(seen, query.server, locale),
    { hasPieces: true },
  );
  catalogueRoute(app, deps, endpoints.shopCases, shopCases);
  catalogueRoute(app, deps, endpoints.shopCase, (seen, locale, { params }) =>
    shopCase(seen, params.id, locale),
  );
  route(app, deps, endpoints.saveCart, ({ body }, caller) => saveCart(deps, body, caller));
  route(app, deps, endpoints.cart, (_, { request, locale }) => showCart(deps, request, locale));
  route(app, deps, endpoints.useDiscount, ({ body }, { request, locale }) =>
    applyDiscount(deps, request, body.code, locale),
  );
  route(app, deps, endpoints.dropDiscount, (_, { request, locale }) => dropDiscount(deps, request, locale));
}
