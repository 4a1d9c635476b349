import type { Cookie, Page } from '@playwright/test';
import type { CaptchaAction } from '#/contract/kernel/captcha.ts';
import { DEFAULT_LOCALE } from '#/contract/kernel/locale.ts';
import { solveCaptcha } from '../support/services/solveCaptcha.ts';
import { expect, type NewPlayer, newPlayer } from './fixtures.ts';
import { CSRF_HEADER } from '#/contract/page.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import type { CouponPage, UserCase } from '#/contract/cases.ts';

/** Solves the puzzle of the captcha for one action. */
export async function captchaFor({ request }: Pick<Page, 'request'>, action: CaptchaAction): Promise<string> {
  const challenge = await request.get(`/api/v1/captcha/challenge?action=${action}`);
  return solveCaptcha((await challenge.json()) as object);
}

/** Creates an account, signed out. Each test has its own, so that it moves nobody else's coins. */
export async function newAccount(
  page: Page,
  locale: string = DEFAULT_LOCALE,
): Promise<NewPlayer & { token: string }> {
  const player = newPlayer();
  const made = await page.request.post('/api/v1/auth/register', {
    data: {
      server: 'everest',
      ...player,
      password_confirmation: player.password,
      captcha: await captchaFor(page, 'signUp'),
    },
    headers: { 'accept-language': locale },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return { ...player, ...((await made.json()) as { token: string }) };
}

/** Signs the browser in with the answer of a sign-up or a sign-in. */
export async function storeToken({ request }: Page, token: string): Promise<void> {
  const html = await (await request.get('/auth')).text();
  const csrf = /name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? '';
  const stored = await request.post('/auth-store-token', {
    data: { token },
    headers: { [CSRF_HEADER]: csrf, 'sec-fetch-site': 'same-origin' },
  });
  expect(stored.ok()).toBe(true);
}

/** Signs a new player up without the form, which `signUp.test.ts` proves; ends in the cabinet. */
export async function signUp(page: Page, prefix = ''): Promise<NewPlayer> {
  const { token, ...player } = await newAccount(page, prefix.slice(1) || DEFAULT_LOCALE);
  await storeToken(page, token);
  await page.goto(`${prefix}/cabinet`);
  return player;
}

/** Cookies of the last sign-in as the demonstration's player: each new one would solve a puzzle. */
let demoCookies: Cookie[] = [];

/** Signs a page in as the demonstration's player, without the form. */
export async function signInAsDemo(page: Page): Promise<void> {
  const context = page.context();
  await context.addCookies(demoCookies);
  if ((await page.request.get('/api/v1/user', { headers: await bearerOf(page) })).ok()) return;
  const signedIn = await page.request.post('/api/v1/auth/login', {
    data: {
      server: 'everest',
      login: 'demo',
      password: 'demo-player-1',
      captcha: await captchaFor(page, 'signIn'),
    },
  });
  expect(signedIn.ok()).toBe(true);
  await storeToken(page, ((await signedIn.json()) as { token: string }).token);
  demoCookies = await context.cookies();
}

/** The header that names the session of a signed-in page. */
async function bearerOf(page: Page): Promise<{ authorization: string }> {
  const cookies = await page.context().cookies();
  const handle = cookies.find(({ name }) => name === TOKEN_COOKIE)?.value ?? '';
  return { authorization: `Bearer ${handle}` };
}

/** Reads from the server what the player of a signed-in page owns. */
export interface Stock {
  cases: () => Promise<UserCase[]>;
  pieces: (caseId: number) => Promise<number>;
  /** How many times a coupon lies in the inventory. */
  timesOwned: (couponId: number) => Promise<number>;
}

export function stockOf(page: Page): Stock {
  const headers = () => bearerOf(page);
  const get = async <T>(path: string): Promise<T> => {
    const answer = await page.request.get(path, { headers: await headers() });
    expect(answer.ok(), path).toBe(true);
    return (await answer.json()) as T;
  };
  const cases = async () => (await get<{ userCases: UserCase[] }>('/api/v1/cases/user')).userCases;
  return {
    cases,
    pieces: async (caseId) => (await get<{ count: number }>(`/api/v1/cases/user/${caseId}`)).count,
    timesOwned: async (couponId) => {
      let times = 0;
      for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
        const reply = await get<CouponPage>(`/api/v1/coupons/user/?page=${page}`);
        times += reply.coupons.filter(({ id }) => id === couponId).length;
        lastPage = reply.pageInfo.lastPage;
      }
      return times;
    },
  };
}
