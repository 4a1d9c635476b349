import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { matchRoutes, RouterProvider, type RouteObject } from 'react-router-dom';
import { onSessionLost } from '#/client/platform/api/api.ts';
import { createRouter, routesOf } from './App.tsx';
import { firstPage } from '#/client/platform/navigation/firstPage.ts';
import { watchChunks } from '#/client/platform/navigation/chunks.ts';
import { keepFocus } from '#/client/platform/navigation/keepFocus.ts';
import { initI18n } from '#/client/platform/i18n/i18n.ts';
import { takenOver, takePageData, takeStyles } from '#/client/platform/hydration/pageData.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { signOut } from '#/client/domain/queries/player.ts';
import { queryClient } from '#/client/platform/api/queryClient.ts';
import { createRoot, hydrateRoot } from '#/client/platform/hydration/reactDom.ts';
import { forgetUserWithoutToken } from '#/client/platform/api/session.ts';
import { onSessionReplaced } from '#/client/platform/api/token.ts';
import { pageHydration } from '#/client/platform/hydration/useHydrated.ts';
import { layOutAll } from '#/client/platform/hydration/layOut.ts';
import { takeTurns } from '#/client/platform/hydration/turns.ts';

export { takenOver };

forgetUserWithoutToken();
watchChunks();
keepFocus();
onSessionReplaced(() => location.reload());

let leaving = false;
onSessionLost(() => {
  if (leaving) return;
  leaving = true;
  void signOut().finally(() => location.assign(inLocale(pageConfig.locale, paths.auth)));
});

/**
 * Loads the code of the server-rendered page before React hydrates it; its data came with the page.
 * @returns undefined if the code could not be loaded; the page is then rendered anew and shows the error
 */
async function takenOverBy(all: RouteObject[]) {
  const matches = matchRoutes(all, location.pathname) ?? [];
  try {
    for (const { route } of matches)
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
  } catch (error) {
    console.error('the code of the page did not load', error);
    return undefined;
  }
  return { loaderData: Object.fromEntries(matches.map(({ route }) => [route.id ?? '', null])) };
}

async function start(root: HTMLElement): Promise<void> {
  const routes = routesOf(pageConfig);
  await initI18n(pageConfig.locale);
  takePageData();
  const hydrationData = root.childElementCount > 0 ? await takenOverBy(routes) : undefined;
  const router = createRouter(routes, hydrationData);
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} onError={(error) => console.error(error)} />
      </QueryClientProvider>
    </StrictMode>
  );
  if (!hydrationData) {
    layOutAll();
    await firstPage(router);
    return createRoot(root).render(app);
  }
  takeStyles(root);
  takeTurns();
  pageHydration.begin();
  // renders in slices, so that taps and scrolling are handled in between
  startTransition(() => void hydrateRoot(root, app));
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
/** Awaited by `entry.ts` and not here, because the pages import the same modules as this file and would wait for it. */
export const started = start(root);
