import type { Page } from '@playwright/test';
import type { ErrorCode } from '#/contract/kernel/errors.ts';

/** A picture of a page in a state. */
export interface Shot {
  name: string;
  path: string;
  signedIn?: boolean;
  /** Before the page is opened: answers that a state needs. */
  before?: (page: Page) => Promise<unknown>;
  /** Once it is open: what leads to the state. */
  after?: (page: Page) => Promise<unknown>;
}

/** Answers that a state needs. */
export const failing = (path: string) => (page: Page) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: '', requestId: '1' } }),
  );
export const pending = (path: string) => (page: Page) => page.route(`**${path}`, () => {});
export const refusing = (path: string, code: ErrorCode) => (page: Page) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ status: 409, json: { code, message: '', requestId: '1' } }),
  );
