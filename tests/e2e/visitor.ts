import type { EventEmitter } from 'node:events';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DRAW_NOTHING, DRAW_SCENES_COARSELY } from '../support/tools/drawNothing.ts';

/** A browser context with its page. */
interface Visitor {
  context: BrowserContext;
  page: Page;
}

interface Kept extends Visitor {
  /** Options that the context was created with. */
  key: string;
  /** Takes away what a test has added. */
  forget: () => Promise<void>;
  /** Whether a test has done something that `forget` does not undo. */
  isSpent: () => boolean;
}

/** Options of a test that a context is created with, or that it is set to. */
interface VisitorOptions {
  locale: string | undefined;
  reducedMotion: string | null;
  viewport: { width: number; height: number } | null;
  isDrawn: boolean;
}

/** An address of the site without a script. It has the headers of a page: without them another renderer would start. */
const BLANK_PATH = '/healthz';

/** Calls whose effect nothing takes back. A context on which one was made is closed after its test. */
const LASTING = {
  page: [
    'addInitScript',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setExtraHTTPHeaders',
  ],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'newCDPSession',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  clock: ['install', 'setFixedTime', 'setSystemTime'],
} as const;

/** Calls `hear` whenever one of these methods is called. */
function onCall(target: object, names: readonly string[], hear: () => void): void {
  for (const name of names) {
    const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
    Reflect.set(target, name, (...args: unknown[]) => {
      hear();
      return method.apply(target, args);
    });
  }
}

/** Remembers who listens now. @returns removes everybody who has come since */
function listenersOf(target: object): () => void {
  const emitter = target as EventEmitter;
  const before = new Map(emitter.eventNames().map((name) => [name, emitter.listeners(name)]));
  return () => {
    for (const name of emitter.eventNames())
      for (const listener of emitter.listeners(name) as (() => void)[])
        if (!before.get(name)?.includes(listener)) emitter.off(name, listener);
  };
}

async function createKept(browser: Browser, key: string, isDrawn: boolean): Promise<Kept> {
  const context = await browser.newContext();
  if (!isDrawn) await context.addInitScript({ content: DRAW_NOTHING + DRAW_SCENES_COARSELY });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const forgetListeners = [page, context].map(listenersOf);
  let isSpent = false;
  const spend = () => (isSpent = true);
  onCall(page, LASTING.page, spend);
  onCall(context, LASTING.context, spend);
  onCall(page.clock, LASTING.clock, spend);
  const goto = page.goto.bind(page);

  const forget = async () => {
    for (const off of forgetListeners) off();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    const { origin } = new URL((await goto(BLANK_PATH))?.url() ?? '');
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    });
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.send('Page.resetNavigationHistory');
    await context.clearCookies();
    await context.clearPermissions();
    await page.mouse.move(0, 0);
  };
  return { key, context, page, forget, isSpent: () => isSpent || page.isClosed() };
}

/**
 * Lends one browser context to the tests of a worker, one after the other, and empties it in between. A new context
 * starts a renderer and reads the whole site again, which costs as much as a small test. Only the renderer and the cache
 * of files stay; `isolation.test.ts` looks for everything else.
 */
export class Visitors {
  readonly #browser: Browser;
  #kept: Kept | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Hands out the context and its page. @param prepare is called once for each new page */
  async lend({ viewport, ...options }: VisitorOptions, prepare: (page: Page) => void): Promise<Visitor> {
    const key = JSON.stringify(options);
    if (this.#kept?.key !== key) {
      await this.#kept?.context.close();
      this.#kept = await createKept(this.#browser, key, options.isDrawn);
      prepare(this.#kept.page);
    }
    const { page } = this.#kept;
    const size = page.viewportSize();
    if (viewport && (size?.width !== viewport.width || size.height !== viewport.height))
      await page.setViewportSize(viewport);
    return this.#kept;
  }

  /** Empties the context, or closes it if a test has done something that lasts. */
  async takeBack(): Promise<void> {
    if (this.#kept?.isSpent() === false) return this.#kept.forget();
    await this.#kept?.context.close();
    this.#kept = undefined;
  }
}
