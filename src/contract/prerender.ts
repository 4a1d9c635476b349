import type { PageConfig } from './page.ts';

/** A page for a visitor who is not signed in, as the server orders it from the client's code. */
export interface PageOrder {
  /** Path with the language, without query and hash. */
  path: string;
  config: PageConfig;
  /** Answers a GET of the API. @throws when it fails */
  ask: (address: string) => Promise<unknown>;
}

export interface RenderedPage {
  /** What stands in `#root`. */
  markup: string;
  /** What the client must know to find the same page; goes into `#page-data`. */
  data: unknown;
}

/** @throws when a part of the page or of its data is missing; the page is then served without markup */
export type RenderPage = (order: PageOrder) => Promise<RenderedPage>;
