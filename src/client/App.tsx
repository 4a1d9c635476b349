import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom';
import { LOCALES, localePrefix } from '#/contract/locale.ts';
import { loadLegalTexts } from './i18n.ts';
import { pageConfig } from './pageConfig.ts';
import { inLocale, paths } from './paths.ts';
import { queryClient } from './queryClient.ts';
import { readToken } from './session.ts';
import { donateDataQuery } from './shop/queries.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Layout } from './Layout.tsx';
import { NotFound } from './NotFound.tsx';

const onlySignedIn = () => (readToken() ? null : redirect(inLocale(pageConfig.locale, paths.auth)));
const onlySignedOut = () => (readToken() ? redirect(inLocale(pageConfig.locale, paths.cabinet)) : null);

/** The data of the shop are on their way while its page is still loading. */
const askForShop = () => {
  void queryClient.prefetchQuery(donateDataQuery);
  return null;
};

const pages: RouteObject[] = [
  {
    index: true,
    handle: { title: 'landing:title' },
    lazy: async () => ({ Component: (await import('./landing/LandingPage.tsx')).LandingPage }),
  },
  {
    path: 'auth',
    handle: { title: 'auth:title' },
    loader: onlySignedOut,
    lazy: async () => ({ Component: (await import('./auth/AuthPage.tsx')).AuthPage }),
  },
  {
    path: 'terms',
    handle: { title: 'legal:terms.title' },
    lazy: async () => {
      const [page] = await Promise.all([import('./legal/LegalPage.tsx'), loadLegalTexts()]);
      return { Component: page.TermsPage };
    },
  },
  {
    path: 'privacy',
    handle: { title: 'legal:privacy.title' },
    lazy: async () => {
      const [page] = await Promise.all([import('./legal/LegalPage.tsx'), loadLegalTexts()]);
      return { Component: page.PrivacyPage };
    },
  },
  {
    path: 'credits',
    handle: { title: 'legal:credits.title' },
    lazy: async () => {
      const [page] = await Promise.all([import('./legal/CreditsPage.tsx'), loadLegalTexts()]);
      return { Component: page.CreditsPage };
    },
  },
  {
    path: 'email-verification',
    handle: { title: 'auth:verification.title' },
    lazy: async () => ({
      Component: (await import('./auth/EmailVerificationPage.tsx')).EmailVerificationPage,
    }),
  },
  {
    path: 'cabinet',
    handle: { title: 'cabinet:title' },
    loader: onlySignedIn,
    lazy: async () => ({ Component: (await import('./cabinet/CabinetPage.tsx')).CabinetPage }),
    // the page draws all of them itself: a case is opened inside of its inventory
    children: [
      { index: true, element: null },
      { path: 'case/:id', element: null },
    ],
  },
  {
    path: 'donate',
    handle: { title: 'shop:title' },
    loader: askForShop,
    lazy: async () => ({ Component: (await import('./shop/DonatePage.tsx')).DonatePage }),
  },
  {
    path: 'donate/case/:id',
    handle: { title: 'shop:title' },
    loader: askForShop,
    lazy: async () => ({ Component: (await import('./shop/CasePurchasePage.tsx')).CasePurchasePage }),
  },
  {
    path: 'donate/verification-payment',
    handle: { title: 'shop:checkout.title' },
    lazy: async () => ({ Component: (await import('./shop/CheckoutPage.tsx')).CheckoutPage }),
  },
  ...['donate/success', 'donate/fail'].map((path) => ({
    path,
    handle: { title: 'shop:result.title' },
    lazy: async () => ({ Component: (await import('./shop/ResultPage.tsx')).ResultPage }),
  })),
  ...(pageConfig.hasPlayground
    ? [
        {
          path: 'playground',
          lazy: async () => ({
            Component: (await import('./playground/PlaygroundPage.tsx')).PlaygroundPage,
          }),
        },
      ]
    : []),
  { path: '*', handle: { title: 'common:notFound.title' }, Component: NotFound },
];

/** Every page in every language (RT10); a language is a path prefix, ru has none. */
export function createRouter() {
  return createBrowserRouter(
    LOCALES.toReversed().map((locale) => ({
      path: `${localePrefix(locale)}/`,
      Component: Layout,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: () => null,
      // an error of a page keeps the header
      children: [{ ErrorBoundary: ErrorScreen, children: pages }],
    })),
  );
}
