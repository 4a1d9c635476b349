import type { OpenMultipleReply } from '#/contract/cases.ts';
import { endpoints } from '#/contract/endpoints.ts';
import { call } from '../api.ts';
import type { OpeningRequest } from './caseOpening.ts';

/** Asks the server to open one piece of a case or several; the answer has the same shape. @throws ApiError */
export async function sendOpening(
  { count, ...one }: OpeningRequest,
  idempotencyKey: string,
): Promise<Pick<OpenMultipleReply, 'caseItemIds' | 'coupons'>> {
  const options = { idempotencyKey };
  if (count > 1) return call(endpoints.openMultiple, { body: { ...one, count } }, options);
  const { caseItemId, coupons } = await call(endpoints.openCase, { body: one }, options);
  return { caseItemIds: [caseItemId], coupons };
}
