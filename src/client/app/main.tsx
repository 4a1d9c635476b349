import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { matchRoutes, RouterProvider, type RouteObject } from 'react-router-dom';
import { onSessionLost } from './api.ts';
import { createRouter, routesOf } from './App.tsx';
import { watchChunks } from './chunks.ts';
import { initI18n } from './i18n.ts';
import { takenOver, takePageData } from './pageData.ts';
import { pageConfig } from './pageConfig.ts';
import { inLocale, paths } from './paths.ts';
import { signOut } from './player.ts';
import { queryClient } from './queryClient.ts';
import { createRoot, hydrateRoot } from './reactDom.ts';
import { forgetUserWithoutToken } from './session.ts';
import { takeStyles } from './takeStyles.ts';
import { takeTurns } from './turns.ts';

export { takenOver };

forgetUserWithoutToken();
watchChunks();

let leaving = false;
onSessionLost(() => {
  if (leaving) return;
  leaving = true;
  void signOut().finally(() => location.assign(inLocale(pageConfig.locale, paths.auth)));
});

/**
 * The code of the page that stands in the markup must be there before React meets it; its data came with it.
 * @returns undefined when it did not load: then the page is drawn anew, and says so
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
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider
          router={createRouter(routes, hydrationData)}
          onError={(error) => console.error(error)}
        />
      </QueryClientProvider>
    </StrictMode>
  );
  if (!hydrationData) return createRoot(root).render(app);
  takeStyles(root);
  takeTurns();
  // in slices: taps and scrolling come in between
  startTransition(() => void hydrateRoot(root, app));
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// not awaited here: the pages import what this file imports, and would wait for it
void start(root);
