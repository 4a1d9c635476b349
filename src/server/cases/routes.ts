import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/endpoints.ts';
import type { Deps } from '../deps.ts';
import { route } from '../route.ts';
import { coupons } from './coupons.ts';
import { openCase } from './openCase.ts';
import { revealPrizes } from './revealPrizes.ts';
import { userCase } from './userCase.ts';
import { userCases } from './userCases.ts';

export function casesRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoints.userCases, (_, { account, locale }) => userCases(deps, account.id, locale));
  route(app, deps, endpoints.userCase, ({ params }, { account, locale }) =>
    userCase(deps, account.id, params.id, locale),
  );
  route(app, deps, endpoints.openCase, ({ body }, { account, locale, idempotencyKey }) =>
    openCase(deps, {
      accountId: account.id,
      caseId: body.case_id,
      oddsHash: body.odds_hash,
      idempotencyKey,
      locale,
    }),
  );
  route(app, deps, endpoints.revealPrizes, ({ body }, { account }) =>
    revealPrizes(deps, account.id, body.ids),
  );
  route(app, deps, endpoints.coupons, ({ query }, { account, locale }) =>
    coupons(deps, account.id, query.page, locale),
  );
}
