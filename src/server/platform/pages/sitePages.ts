import type { Page } from './pageHead.ts';

const shop = { early: 'shop/answerCoins.ts', module: 'shop/DonatePage.tsx', texts: ['shop', 'errors'] };
const checkout = { module: 'shop/CheckoutPage.tsx', texts: shop.texts };
const result = { module: 'shop/ResultPage.tsx', texts: shop.texts };
const cabinet = { module: 'cabinet/CabinetPage.tsx', texts: ['cabinet', 'cases', 'shop', 'errors'] };
const legal = { module: 'legal/LegalPage.tsx', texts: ['legal'] };

/** The pages of the site, as the client's routes have them. */
export const SITE_PAGES: readonly Page[] = [
  {
    path: '/',
    title: 'landing:title',
    description: 'landing:description',
    parts: {
      module: 'landing/LandingPage.tsx',
      texts: ['landing', 'cases'],
      picture: 'landing/street',
    },
    isRendered: true,
  },
  { path: '/auth', title: 'auth:title', parts: { module: 'auth/AuthPage.tsx', texts: ['auth', 'errors'] } },
  {
    path: '/email-verification',
    title: 'auth:verification.title',
    parts: { module: 'auth/EmailVerificationPage.tsx', texts: ['auth', 'errors'] },
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
    parts: { module: 'legal/CreditsPage.tsx', texts: ['legal'] },
    isRendered: true,
  },
  {
    path: '/fairness',
    title: 'fairness:title',
    description: 'fairness:description',
    parts: { module: 'fairness/FairnessPage.tsx', texts: ['fairness', 'cases', 'errors'] },
  },
  { path: '/cabinet', title: 'cabinet:title', parts: cabinet },
  { path: '/cabinet/case/:id(^[1-9]\\d{0,9}$)', title: 'cabinet:title', parts: cabinet },
  { path: '/donate', title: 'shop:title', parts: shop, isRendered: true },
  {
    path: '/donate/case/:id(^[1-9]\\d{0,9}$)',
    title: 'shop:title',
    parts: { module: 'shop/CasePurchasePage.tsx', texts: [...shop.texts, 'cases'] },
  },
  { path: '/donate/verification-payment', title: 'shop:checkout.title', parts: checkout },
  { path: '/donate/success', title: 'shop:result.title', parts: result },
  { path: '/donate/fail', title: 'shop:result.title', parts: result },
];
export const PLAYGROUND: Page = { path: '/playground' };
export const MISSING: Page = { path: '*', title: 'common:notFound.title' };
