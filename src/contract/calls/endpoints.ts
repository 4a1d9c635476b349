import { authCalls } from './auth.ts';
import { cabinetCalls } from './cabinet.ts';
import { casesCalls } from './cases.ts';
import { fairnessCalls } from './fairness.ts';
import { landingCalls } from './landing.ts';
import { sessionCalls } from './session.ts';
import { shopCalls } from './shop.ts';

/**
 * All calls. The client calls by these rows, the server builds its routes from them, and so is the OpenAPI document
 * (N1).
 */
export const endpoints = {
  ...landingCalls,
  ...sessionCalls,
  ...authCalls,
  ...cabinetCalls,
  ...casesCalls,
  ...fairnessCalls,
  ...shopCalls,
};
