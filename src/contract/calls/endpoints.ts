import { authCalls } from './auth.ts';
import { cabinetCalls } from './cabinet.ts';
import { casesCalls } from './cases.ts';
import { deliveryCalls } from './deliveries.ts';
import { fairnessCalls } from './fairness.ts';
import { gameLinkCalls } from './gameLink.ts';
import { landingCalls } from './landing.ts';
import { passkeyCalls } from './passkeys.ts';
import { playerNewsCalls } from './playerNews.ts';
import { sessionCalls } from './session.ts';
import { shopCalls } from './shop.ts';

/** All calls. The client's calls, the server's routes and the OpenAPI document are made from these rows (N1). */
export const endpoints = {
  ...landingCalls,
  ...sessionCalls,
  ...authCalls,
  ...passkeyCalls,
  ...cabinetCalls,
  ...playerNewsCalls,
  ...gameLinkCalls,
  ...casesCalls,
  ...deliveryCalls,
  ...fairnessCalls,
  ...shopCalls,
};
