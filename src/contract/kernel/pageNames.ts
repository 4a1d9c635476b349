// The first script of a document uses these names too, so this file has no schemas: they would delay that script.

/** Element with the settings of the page (`PageConfig`). */
export const PAGE_CONFIG_ID = 'page-config';
/** Element with the data of a server-rendered page, until the page is hydrated. */
export const PAGE_DATA_ID = 'page-data';
/** Template of the notice that is shown if the page does not start. */
export const START_FAILURE_ID = 'start-failure';
export const CSRF_META_NAME = 'csrf-token';
/** Names a module that the page needs after its first picture. */
export const MODULE_META_NAME = 'module';
/** Names a call that the page of a signed-in player makes first; `{id}` is the last part of the page's path. */
export const ANSWER_META_NAME = 'answer';
/** Readable cookie that holds the bearer of a browser's session (A5). */
export const TOKEN_COOKIE = 'apiToken';
/** The one policy of Trusted Types that the pages make. */
export const SCRIPT_POLICY = 'scripts';
