import type { Page } from '@playwright/test';
import type { ErrorCode } from '#/contract/kernel/errors.ts';

/** A picture of a page in a state. */
export interface Shot {
  name: string;
  path: string;
  signedIn?: boolean;
  /** Prepares the answers that the state needs, before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** Brings the open page into the state. */
  after?: (page: Page) => Promise<unknown>;
}

/** Lets a call fail, wait for ever, or be refused. */
export const failing = (path: string) => (page: Page) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: '', requestId: '1' } }),
  );
export const pending = (path: string) => (page: Page) => page.route(`**${path}`, () => {});
export const refusing = (path: string, code: ErrorCode) => (page: Page) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ status: 409, json: { code, message: '', requestId: '1' } }),
  );
