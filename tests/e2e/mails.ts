import type { APIRequestContext } from '@playwright/test';
import { expect } from './fixtures.ts';

const unescape = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The plain texts of the mails to an address, newest first, as the outbox shows them. */
async function textsTo(request: APIRequestContext, address: string): Promise<string[]> {
  const list = await (await request.get('/outbox')).text();
  const rows = [...list.matchAll(/<li><a href="([^"]+)"[^]*?<\/a><\/li>/g)];
  const own = rows.filter(([row]) => unescape(row).includes(address));
  return Promise.all(
    own.map(async ([, href = '']) => {
      const page = await (await request.get(href)).text();
      return unescape(/<pre>([^]*?)<\/pre>/.exec(page)?.[1] ?? '');
    }),
  );
}

/** Waits for a mail to an address that matches a pattern. @returns the first group of the match in the newest such mail */
export async function inMailTo(
  request: APIRequestContext,
  address: string,
  pattern: RegExp,
): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const texts = await textsTo(request, address);
      found = texts.map((text) => pattern.exec(text)?.[1] ?? '').find(Boolean) ?? '';
      return found;
    })
    .not.toBe('');
  return found;
}

/** The path of a confirmation link, with the language in front. */
export const CONFIRMATION_LINK = /https?:\/\/[^/\s]+(\/\S*email-verification\?token=\S+)/;
/** Matches the path of the link that reverts another person's act: the last link of its mail, after the warning. */
export const TAKE_BACK_LINK = /защитить аккаунт:\s+https?:\/\/[^/\s]+(\/\S*email-verification\?token=\S+)/;
/** Eight letters and digits on a line of their own. */
export const RESET_CODE = /^\s*([A-Z2-9]{8})\s*$/m;
