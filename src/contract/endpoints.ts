import { authCalls } from './calls/auth.ts';
import { cabinetCalls } from './calls/cabinet.ts';
import { casesCalls } from './calls/cases.ts';
import { fairnessCalls } from './calls/fairness.ts';
import { landingCalls } from './calls/landing.ts';
import { sessionCalls } from './calls/session.ts';
import { shopCalls } from './calls/shop.ts';

/** Every call, once: the client calls by these rows, the server routes them, OpenAPI is made from them (N1). */
export const endpoints = {
  ...landingCalls,
  ...sessionCalls,
  ...authCalls,
  ...cabinetCalls,
  ...casesCalls,
  ...fairnessCalls,
  ...shopCalls,
};
