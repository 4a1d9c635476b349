import type { FastifyInstance } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { readyAnswers } from '#/server/platform/http/readyAnswers.ts';
import { route } from '#/server/platform/http/route.ts';
import { convertCoupons } from './convertCoupons.ts';
import { coupons } from './coupons.ts';
import { listDrops } from './drops.ts';
import { feedIds } from './feedIds.ts';
import { queueOpenings } from './opening/openingQueue.ts';
import { openMultiple } from './opening/openMultiple.ts';
import { putBackPrize } from './putBackPrize.ts';
import { revealPrizes } from './revealPrizes.ts';
import { linkPictures } from '#/server/domain/pictures/linkPictures.ts';
import { casePictures } from './sharing/caseLinks.ts';
import type { LinkedCases } from './sharing/linkedCases.ts';
import { prizePictures } from './sharing/prizePictures.ts';
import { showSharedPrize } from './sharing/sharedPrize.ts';
import { sharePrize, withdrawPrize } from './sharing/sharePrize.ts';
import { takeCoupons } from './takeCoupons.ts';
import { undoExchange } from './undoExchange.ts';
import { userCase } from './userCase.ts';
import { userCases } from './userCases.ts';

export function casesRoutes(app: FastifyInstance, deps: Deps, linked: LinkedCases): void {
  route(app, deps, endpoints.userCases, (_, { account, locale }) => userCases(deps, account.id, locale));
  route(app, deps, endpoints.userCase, ({ params }, { account, locale }) =>
    userCase(deps, account.id, params.id, locale),
  );
  const openCase = queueOpenings(deps);
  route(app, deps, endpoints.openCase, ({ body }, { account, locale, idempotencyKey }) =>
    openCase({
      accountId: account.id,
      isInDebt: account.isInDebt,
      caseId: body.case_id,
      oddsHash: body.odds_hash,
      idempotencyKey,
      locale,
    }),
  );
  route(app, deps, endpoints.openMultiple, ({ body }, { account, locale, idempotencyKey }) =>
    openMultiple(deps, {
      accountId: account.id,
      isInDebt: account.isInDebt,
      caseId: body.case_id,
      count: body.count,
      oddsHash: body.odds_hash,
      idempotencyKey,
      locale,
    }),
  );
  route(app, deps, endpoints.revealPrizes, ({ body }, { account }) =>
    revealPrizes(deps, account.id, body.ids),
  );
  const feeds = readyAnswers(deps, endpoints.drops);
  route(app, deps, endpoints.drops, async ({ query }, { locale }) => {
    const feed = await feedIds(deps, query.case);
    // a feed of other drops is another answer
    return feeds(`${locale} ${feed.period} ${feed.ids.join(' ')}`, () => listDrops(deps, feed, locale));
  });
  route(app, deps, endpoints.sharePrize, ({ body }, { account }) => sharePrize(deps, account.id, body.id));
  route(app, deps, endpoints.withdrawPrize, ({ body }, { account }) =>
    withdrawPrize(deps, account.id, body.id),
  );
  route(app, deps, endpoints.sharedPrize, ({ params }, { locale }) =>
    showSharedPrize(deps, params.prize, locale),
  );
  const servePictures = linkPictures(app, deps);
  servePictures(prizePictures(deps));
  servePictures(casePictures(deps, linked));
  route(app, deps, endpoints.coupons, ({ query }, { account, locale }) =>
    coupons(deps, account.id, query, locale),
  );
  for (const endpoint of [endpoints.convertCouponByGet, endpoints.convertCoupon])
    route(app, deps, endpoint, ({ params }, { account, idempotencyKey }) =>
      convertCoupons(deps, { accountId: account.id, ids: [params.id], idempotencyKey }),
    );
  route(app, deps, endpoints.takeCoupons, ({ body }, { account, idempotencyKey }) =>
    takeCoupons(deps, { accountId: account.id, ids: body.ids, idempotencyKey }),
  );
  route(app, deps, endpoints.putBackPrize, ({ params }, { account, idempotencyKey }) =>
    putBackPrize(deps, { accountId: account.id, no: params.id, idempotencyKey }),
  );
  route(app, deps, endpoints.convertCoupons, ({ body }, { account, idempotencyKey }) =>
    convertCoupons(deps, { accountId: account.id, ids: body.ids, idempotencyKey }),
  );
  route(app, deps, endpoints.undoExchange, ({ body }, { account, idempotencyKey }) =>
    undoExchange(deps, { accountId: account.id, ids: body.ids, idempotencyKey }),
  );
}
