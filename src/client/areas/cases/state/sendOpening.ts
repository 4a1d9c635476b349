import type { OpenMultipleReply } from '#/contract/cases.ts';
import { casesCalls } from '#/contract/calls/cases.ts';
import { call } from '#/client/platform/api/api.ts';
import type { OpeningReply, OpeningRequest } from '#/client/areas/cases/opening/caseOpening.ts';

/** Asks the server to open one piece of a case or several; the answer has the same shape. @throws ApiError */
export async function sendOpening(
  { count, ...one }: OpeningRequest,
  idempotencyKey: string,
): Promise<OpeningReply> {
  const options = { idempotencyKey };
  if (count > 1) return withDraws(await call(casesCalls.openMultiple, { body: { ...one, count } }, options));
  const { caseItemId, coupons, fair } = await call(casesCalls.openCase, { body: one }, options);
  return withDraws({ caseItemIds: [caseItemId], coupons, fair: [fair] });
}

/** Combines each coupon with its draw; both lists have the same order. */
function withDraws({ caseItemIds, coupons, fair }: OpenMultipleReply): OpeningReply {
  const drawn = coupons.flatMap((coupon, at) => {
    const draw = fair[at];
    return draw ? [{ ...coupon, draw: { epochId: draw.epochId, nonce: draw.nonce } }] : [];
  });
  return { caseItemIds, coupons: drawn };
}
