import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { casesCalls } from '#/contract/calls/cases.ts';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import { sessionCalls } from '#/contract/calls/session.ts';
import { CABINET_BANNER_SIZES } from '#/contract/page.ts';
import { PRIZE_CODE } from '#/contract/sharedPrizes.ts';
import type { Page } from './pageHead.ts';

const shop = {
  early: 'areas/shop/coins/answerCoins.ts',
  modules: ['areas/shop/DonatePage.tsx'],
  texts: ['shop', 'errors'],
};
const checkout = { modules: ['areas/shop/checkout/CheckoutPage.tsx'], texts: shop.texts };
const result = { modules: ['areas/shop/orders/ResultPage.tsx'], texts: [...shop.texts, 'game'] };
const cabinet = 'areas/cabinet/CabinetPage.tsx';
const legal = { modules: ['areas/legal/LegalPage.tsx'], texts: ['legal'] };

/** Path of the page of a case, up to its id. */
export const CASE_PATH = '/donate/case/';

/** The pages of the site. The client's routes list the same. */
export const SITE_PAGES: readonly Page[] = [
  {
    path: '/',
    title: 'landing:title',
    description: 'landing:description',
    parts: {
      modules: ['areas/landing/LandingPage.tsx'],
      texts: ['landing', 'cases'],
      picture: 'landing/street',
    },
    isRendered: true,
  },
  {
    path: '/auth',
    title: 'auth:title',
    hasToken: true,
    parts: { modules: ['areas/auth/AuthPage.tsx'], texts: ['auth', 'errors'] },
  },
  {
    path: '/email-verification',
    title: 'auth:verification.title',
    parts: { modules: ['areas/auth/EmailVerificationPage.tsx'], texts: ['auth', 'errors'] },
  },
  {
    path: '/help',
    title: 'help:title',
    description: 'help:description',
    parts: { modules: ['areas/legal/HelpPage.tsx'], texts: ['help'] },
    isRendered: true,
  },
  {
    path: '/terms',
    title: 'legal:terms.title',
    description: 'legal:terms.lead',
    parts: legal,
    isRendered: true,
  },
  {
    path: '/privacy',
    title: 'legal:privacy.title',
    description: 'legal:privacy.lead',
    parts: legal,
    isRendered: true,
  },
  {
    path: '/credits',
    title: 'legal:credits.title',
    description: 'legal:credits.lead',
    parts: { modules: ['areas/legal/CreditsPage.tsx'], texts: ['legal'] },
    isRendered: true,
  },
  {
    path: '/fairness',
    title: 'fairness:title',
    description: 'fairness:description',
    parts: { modules: ['areas/fairness/FairnessPage.tsx'], texts: ['fairness', 'cases', 'errors'] },
    isRendered: true,
  },
  {
    path: '/cabinet',
    title: 'cabinet:title',
    parts: {
      modules: [cabinet, 'areas/cabinet/CabinetTabs.tsx'],
      texts: ['cabinet', 'errors', 'cases', 'shop', 'game'],
      banner: { name: 'cabinet/vault', widths: [800, 1600], sizes: CABINET_BANNER_SIZES },
      answers: [sessionCalls.user, cabinetCalls.movements, fairnessCalls.fairCurrent],
    },
  },
  {
    path: '/cabinet/case/:id(^[1-9]\\d{0,9}$)',
    title: 'cabinet:title',
    parts: {
      modules: [cabinet, 'areas/cases/opening/CasePage.tsx'],
      texts: ['cabinet', 'errors', 'cases'],
      answers: [casesCalls.userCase, sessionCalls.user, fairnessCalls.fairCurrent],
    },
  },
  {
    path: `/prize/:code(^${PRIZE_CODE}$)`,
    title: 'prize:title',
    parts: {
      modules: ['areas/cases/shared/SharedPrizePage.tsx'],
      texts: ['prize', 'cases', 'fairness', 'errors'],
    },
    about: { kind: 'prize', missing: 'prize:page.goneTitle' },
  },
  {
    path: '/donate',
    title: 'shop:title',
    description: 'shop:description',
    parts: shop,
    isRendered: true,
  },
  {
    path: `${CASE_PATH}:id(^[1-9]\\d{0,9}$)`,
    title: 'shop:title',
    parts: { modules: ['areas/shop/CasePurchasePage.tsx'], texts: [...shop.texts, 'cases'] },
    about: { kind: 'case', missing: 'shop:case.unknownTitle' },
  },
  { path: '/donate/verification-payment', title: 'shop:checkout.title', parts: checkout },
  { path: '/donate/success', title: 'shop:result.title', parts: result },
  { path: '/donate/fail', title: 'shop:result.title', parts: result },
];
export const PLAYGROUND: Page = { path: '/playground', hasToken: true };
export const MISSING: Page = { path: '*', title: 'common:notFound.title' };
