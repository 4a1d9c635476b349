import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { PageConfig, RenderedPage, RenderPage } from '#/contract/page.ts';

/** Age at which a page is rendered again. The browser updates its numbers. */
const FRESH_MS = 30_000;
/** Up to this age an old page is served while the new one is being rendered. */
const STALE_MS = 300_000;
/** Longest time that a visitor waits for a rendered page. After it the browser renders the page. */
const PATIENCE_MS = 1000;

/** Returns a page for visitors who are not signed in; undefined if it could not be rendered, which is logged. */
export type Prerendered = (
  path: string,
  config: PageConfig,
  version: string | undefined,
) => Promise<RenderedPage | undefined>;

/**
 * Renders pages with the client's own code, from the server build beside the client.
 * @param clientDir folder of the built client
 */
export async function prerendered(app: FastifyInstance, clientDir: string): Promise<Prerendered> {
  const file = join(clientDir, '../prerender/prerender.js');
  const isBuilt = await access(file).then(
    () => true,
    () => false,
  );
  if (!isBuilt) {
    app.log.warn(`pages are not rendered ahead: there is no ${file}`);
    return async () => undefined;
  }
  const { renderPage } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    renderPage: RenderPage;
  };
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const log = {
    error: (error: unknown, message: string) => {
      // a server that stops interrupts the rendering of its pages, which is no error
      if (!isClosing) app.log.error(error, message);
    },
  };
  return createPageCache((path, config) => renderPage({ path, config, ask: asking(app, config) }), log);
}

type Render = (path: string, config: PageConfig) => Promise<RenderedPage>;

interface CachedPage {
  version: string | undefined;
  page: Promise<RenderedPage | undefined>;
  sinceMs: number;
  /** The last rendered page. */
  done?: { page: RenderedPage; sinceMs: number } | undefined;
}

/**
 * Renders a page once for all requests within `FRESH_MS` and of one version of the catalogue. A failed page is tried again
 * after that time. No visitor waits while a page of that version younger than `STALE_MS` exists.
 */
export function createPageCache(
  render: Render,
  log: { error: (error: unknown, message: string) => void },
  nowMs: () => number = () => performance.now(),
): Prerendered {
  const cached = new Map<string, CachedPage>();
  const renderAnew = (path: string, config: PageConfig, version: string | undefined, before?: CachedPage) => {
    const sinceMs = nowMs();
    const entry: CachedPage = {
      version,
      sinceMs,
      done: before?.done,
      page: render(path, config).then(
        (page) => {
          entry.done = { page, sinceMs };
          return page;
        },
        (error: unknown) => {
          log.error(error, `${path} could not be rendered ahead`);
          return undefined;
        },
      ),
    };
    cached.set(path, entry);
    return entry;
  };
  return (path, config, version) => {
    const last = cached.get(path);
    const found = last?.version === version ? last : undefined;
    const isFresh = found && nowMs() - found.sinceMs < FRESH_MS;
    const { page, done } = isFresh ? found : renderAnew(path, config, version, found);
    return done && nowMs() - done.sinceMs < STALE_MS ? Promise.resolve(done.page) : inTime(page);
  };
}

async function inTime<T>(page: Promise<T>): Promise<T | undefined> {
  const end = new AbortController();
  const late = setTimeout(PATIENCE_MS, undefined, { signal: end.signal }).catch(() => undefined);
  return Promise.race([page, late]).finally(() => end.abort());
}

/** Fetches the data of a page from this server's own public answers. */
const asking =
  (app: FastifyInstance, { locale }: PageConfig) =>
  async (address: string): Promise<unknown> => {
    const reply = await app.inject({ url: address, headers: { 'accept-language': locale } });
    if (reply.statusCode !== 200) throw new Error(`${address} answered ${reply.statusCode}`);
    return reply.json();
  };
