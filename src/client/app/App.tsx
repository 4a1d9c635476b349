import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  redirect,
  type RouteObject,
  type RouterInit,
} from 'react-router-dom';
import { localePrefix } from '#/contract/kernel/locale.ts';
import type { PageConfig } from '#/contract/page.ts';
import { loadTexts, type Namespace } from '#/client/platform/i18n/i18n.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { hasEarly } from '#/client/platform/api/earlyAnswers.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { queryClient } from '#/client/platform/api/queryClient.ts';
import { rollBack, watchHistory } from '#/client/platform/navigation/rollBack.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { ErrorScreen } from './layout/ErrorScreen.tsx';
import { Layout } from './layout/Layout.tsx';
import { NotFound } from './layout/NotFound.tsx';
import { AwaitedPage, ShownPage } from './layout/ShownPage.tsx';

const onlySignedIn = () => (readToken() ? null : redirect(inLocale(pageConfig.locale, paths.auth)));
const onlySignedOut = () => (readToken() ? redirect(inLocale(pageConfig.locale, paths.cabinet)) : null);

/** Time for which a page waits for data that stand at its top, in ms. */
const TOP_PATIENCE_MS = 600;
const patience = () => new Promise<void>((resolve) => setTimeout(resolve, TOP_PATIENCE_MS));

/** Starts to load the data of a page while its code is still loading. */
const askForLanding = async () => {
  const { landingDataQuery, serversStatisticQuery } = await import('#/client/areas/landing/state/queries.ts');
  void queryClient.prefetchQuery(serversStatisticQuery);
  // a promotion has its place from the start, unless its data are late
  await Promise.race([queryClient.prefetchQuery(landingDataQuery), patience()]);
  return null;
};
const askForTerms = async () => {
  const { termsNoticesQuery } = await import('#/client/areas/legal/termsNotices.ts');
  // a notice has its place from the start, unless it is late
  await Promise.race([queryClient.prefetchQuery(termsNoticesQuery), patience()]);
  return null;
};
const askForShop = async () => {
  const { donateDataQuery } = await import('#/client/domain/queries/shopQueries.ts');
  void queryClient.prefetchQuery(donateDataQuery);
  return null;
};

/** Waits for the player's data if the document has asked for them, so that the page is not drawn first without them. */
const askForPlayer = async ({ request }: LoaderFunctionArgs) => {
  if (hasEarly(request)) await Promise.race([queryClient.prefetchQuery(playerQuery), patience()]);
  return null;
};
/** Waits for the data of a case like `askForPlayer`. @returns whether the document has asked for them */
const askForCase = async ({ params: { id }, request }: LoaderFunctionArgs) => {
  if (!hasEarly(request)) return false;
  const { fairCurrentQuery } = await import('#/client/areas/cases/epoch/clientSeed.ts');
  const { userCaseQuery } = await import('#/client/areas/cases/state/queries.ts');
  const asked = [
    queryClient.prefetchQuery(userCaseQuery(Number(id))),
    queryClient.prefetchQuery(fairCurrentQuery),
  ];
  await Promise.race([Promise.all(asked), patience()]);
  return true;
};

/** A page with its texts, which are loaded together. */
const page = (texts: Namespace[], load: () => Promise<ComponentType>) => async () => {
  const [Component] = await Promise.all([load(), loadTexts(...texts)]);
  return { Component };
};

const SHOP_TEXTS: Namespace[] = ['shop', 'errors'];

export const pages: RouteObject[] = [
  {
    index: true,
    handle: { title: 'landing:title' },
    loader: askForLanding,
    lazy: page(
      ['landing', 'cases'],
      async () => (await import('#/client/areas/landing/LandingPage.tsx')).LandingPage,
    ),
  },
  {
    path: 'auth',
    handle: { title: 'auth:title' },
    loader: onlySignedOut,
    lazy: page(['auth', 'errors'], async () => (await import('#/client/areas/auth/AuthPage.tsx')).AuthPage),
  },
  {
    path: 'help',
    handle: { title: 'help:title' },
    lazy: page(['help'], async () => (await import('#/client/areas/legal/HelpPage.tsx')).HelpPage),
  },
  {
    path: 'terms',
    handle: { title: 'legal:terms.title' },
    loader: askForTerms,
    lazy: page(['legal'], async () => (await import('#/client/areas/legal/LegalPage.tsx')).TermsPage),
  },
  {
    path: 'privacy',
    handle: { title: 'legal:privacy.title' },
    lazy: page(['legal'], async () => (await import('#/client/areas/legal/LegalPage.tsx')).PrivacyPage),
  },
  {
    path: 'credits',
    handle: { title: 'legal:credits.title' },
    lazy: page(['legal'], async () => (await import('#/client/areas/legal/CreditsPage.tsx')).CreditsPage),
  },
  {
    path: 'fairness',
    handle: { title: 'fairness:title' },
    lazy: page(
      ['fairness', 'cases', 'errors'],
      async () => (await import('#/client/areas/fairness/FairnessPage.tsx')).FairnessPage,
    ),
  },
  {
    path: 'email-verification',
    handle: { title: 'auth:verification.title' },
    lazy: page(
      ['auth', 'errors'],
      async () => (await import('#/client/areas/auth/EmailVerificationPage.tsx')).EmailVerificationPage,
    ),
  },
  {
    path: 'prize/:code',
    handle: { title: 'prize:title' },
    lazy: page(
      ['prize', 'cases', 'fairness', 'errors'],
      async () => (await import('#/client/areas/cases/shared/SharedPrizePage.tsx')).SharedPrizePage,
    ),
  },
  {
    path: 'cabinet',
    handle: { title: 'cabinet:title' },
    loader: (args) => onlySignedIn() ?? askForPlayer(args),
    lazy: page(
      ['cabinet', 'errors'],
      async () => (await import('#/client/areas/cabinet/CabinetPage.tsx')).CabinetPage,
    ),
    // the content of the tabs, and a case that is opened inside the inventory
    children: [
      {
        index: true,
        lazy: page(
          ['cabinet', 'cases', 'shop', 'game', 'errors'],
          async () => (await import('#/client/areas/cabinet/CabinetTabs.tsx')).CabinetTabs,
        ),
      },
      {
        path: 'case/:id',
        loader: askForCase,
        lazy: page(
          ['cases', 'errors'],
          async () => (await import('#/client/areas/cases/opening/CasePage.tsx')).CasePage,
        ),
      },
    ],
  },
  {
    path: 'donate',
    handle: { title: 'shop:title', behind: 'common:nav.shop' },
    loader: askForShop,
    lazy: page(SHOP_TEXTS, async () => (await import('#/client/areas/shop/DonatePage.tsx')).DonatePage),
  },
  {
    path: 'donate/case/:id',
    handle: { title: 'shop:title' },
    loader: askForShop,
    lazy: page(
      [...SHOP_TEXTS, 'cases'],
      async () => (await import('#/client/areas/shop/CasePurchasePage.tsx')).CasePurchasePage,
    ),
  },
  {
    path: 'donate/verification-payment',
    handle: { title: 'shop:checkout.title' },
    lazy: page(
      SHOP_TEXTS,
      async () => (await import('#/client/areas/shop/checkout/CheckoutPage.tsx')).CheckoutPage,
    ),
  },
  ...['donate/success', 'donate/fail'].map((path) => ({
    path,
    handle: { title: 'shop:result.title' },
    lazy: page(
      [...SHOP_TEXTS, 'game'],
      async () => (await import('#/client/areas/shop/orders/ResultPage.tsx')).ResultPage,
    ),
  })),
  {
    path: 'playground',
    lazy: page(
      ['auth', 'cabinet', 'cases', 'errors', 'landing', 'shop'],
      async () => (await import('#/client/areas/playground/PlaygroundPage.tsx')).PlaygroundPage,
    ),
  },
  { path: '*', handle: { title: 'common:notFound.title' }, Component: NotFound },
];

/**
 * Routes of every page in the language of the document (RT10). The language is a path prefix; ru has none. Another language
 * is another document.
 */
export function routesOf({
  hasPlayground,
  locale,
}: Pick<PageConfig, 'hasPlayground' | 'locale'>): RouteObject[] {
  return [
    {
      path: `${localePrefix(locale)}/`,
      Component: Layout,
      ErrorBoundary: ErrorScreen,
      // the frame is shown while the code of the first page is still loading
      children: [
        {
          Component: ShownPage,
          HydrateFallback: AwaitedPage,
          // the header stays when a page fails
          children: [
            {
              ErrorBoundary: ErrorScreen,
              children: pages
                .filter(({ path }) => path !== 'playground' || hasPlayground)
                .map((route) => Object.assign({}, route, { id: `${locale}/${route.path ?? ''}` })),
            },
          ],
        },
      ],
    },
  ];
}

/**
 * Gives a key to the history entry that the browser has just loaded, as the router does for later entries. Without
 * keys all such entries would share one scroll position.
 */
function nameEntry(): void {
  const state = history.state as { key?: string } | null;
  if (!state?.key) history.replaceState({ ...state, key: crypto.randomUUID() }, '');
}

export type SiteRouter = ReturnType<typeof createBrowserRouter>;

/** @param hydrationData data of a server-rendered page */
export function createRouter(
  routes: RouteObject[],
  hydrationData?: NonNullable<RouterInit['hydrationData']>,
): SiteRouter {
  nameEntry();
  const router: SiteRouter = createBrowserRouter(routes, {
    ...(hydrationData && { hydrationData }),
    dataStrategy: rollBack(() => router),
  });
  watchHistory(router);
  return router;
}
