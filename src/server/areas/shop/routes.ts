import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { previewed } from '#/server/domain/operators/previewedReads.ts';
import { route } from '#/server/platform/http/route.ts';
import { applyDiscount, dropDiscount } from './changeDiscount.ts';
import { donateData } from './donateData.ts';
import { goodsOfServer } from './goodsOfServer.ts';
import { saveCart } from './saveCart.ts';
import { shopCase, shopCases } from './shopCases.ts';
import { showCart } from './showCart.ts';

export function shopRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoints.donateData, (_, caller) =>
    previewed(deps, caller, (seen) => donateData(seen, caller.locale)),
  );
  route(app, deps, endpoints.goods, ({ query }, caller) =>
    previewed(deps, caller, (seen) => goodsOfServer(seen, query.server, caller.locale)),
  );
  route(app, deps, endpoints.shopCases, (_, caller) =>
    previewed(deps, caller, (seen) => shopCases(seen, caller.locale)),
  );
  route(app, deps, endpoints.shopCase, ({ params }, caller) =>
    previewed(deps, caller, (seen) => shopCase(seen, params.id, caller.locale)),
  );
  route(app, deps, endpoints.saveCart, ({ body }, caller) => saveCart(deps, body, caller));
  route(app, deps, endpoints.cart, (_, { request, locale }) => showCart(deps, request, locale));
  route(app, deps, endpoints.useDiscount, ({ body }, { request, locale }) =>
    applyDiscount(deps, request, body.code, locale),
  );
  route(app, deps, endpoints.dropDiscount, (_, { request, locale }) => dropDiscount(deps, request, locale));
}
