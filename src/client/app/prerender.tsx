import { dehydrate, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
// the build for browsers, because the one for Node.js tracks each promise of the process from the first page on
import { prerender } from 'react-dom/static.browser';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { PageOrder, RenderedPage, RenderPage } from '#/contract/page.ts';
import { ApiError, sendBy } from '#/client/platform/api/api.ts';
import { routesOf } from './App.tsx';
import { initI18n } from '#/client/platform/i18n/i18n.ts';
import { renderFor } from '#/client/platform/api/pageConfig.ts';
import { queryClient } from '#/client/platform/api/queryClient.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Renders one page for a visitor who is not signed in. Pages are rendered one after another, because they share the
 * language and a store.
 */
export const renderPage: RenderPage = (order) => {
  const rendered = last.then(() => render(order));
  last = rendered.catch(() => {});
  return rendered;
};

async function render({ path, config, ask }: PageOrder): Promise<RenderedPage> {
  renderFor(config);
  sendBy(async ({ url = '' }) => ({ data: await answerOf(ask(url)), status: 200 }));
  queryClient.clear();
  await initI18n(config.locale);

  const handler = createStaticHandler(routesOf(config));
  const context = await handler.query(new Request(`http://site${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  await allAnswered();

  const router = createStaticRouter(handler.dataRoutes, context);
  const { prelude } = await prerender(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </QueryClientProvider>
    </StrictMode>,
    {
      // puts everything into its final place, so that the page can be read without scripts
      progressiveChunkSize: Infinity,
      onError: (error) => {
        throw error;
      },
    },
  );
  return { markup: withTakenStyles(await new Response(prelude).text()), data: dehydrate(queryClient) };
}

/** Failed queries are not repeated, because the visitor waits. */
function answerOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch(() => {
    throw new ApiError('internal', 500);
  });
}

/** Waits for the queries that the page's loader started. @throws the error of a query that failed */
async function allAnswered(): Promise<void> {
  const queries = queryClient.getQueryCache().getAll();
  const underWay = queries.filter(({ state }) => state.fetchStatus !== 'idle');
  // does not start again what is already running
  await Promise.all(underWay.map(async (query) => query.fetch()));
  for (const { state } of queries) if (state.error) throw state.error;
}

/**
 * Moves inline styles to data attributes, because the content policy refuses style attributes. A script may set the
 * same styles, see `takeStyles`.
 */
function withTakenStyles(markup: string): string {
  return markup.replaceAll(' style="', ' data-style="');
}
