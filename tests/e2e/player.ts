import type { Page } from '@playwright/test';
import { solveCaptcha } from '../support/services/solveCaptcha.ts';
import { expect } from './fixtures.ts';
import { CSRF_HEADER, IDEMPOTENCY_HEADER, TOKEN_COOKIE } from '#/contract/page.ts';
import type { CouponPage, OpenCaseReply, UserCase } from '#/contract/cases.ts';
import type { UserReply } from '#/contract/cabinet.ts';

/** Signs a page in as the demonstration's player, as the browser does it but without the form. */
export async function signInAsDemo(page: Page): Promise<void> {
  const { request } = page;
  const csrf =
    /name="csrf-token" content="([^"]+)"/.exec(await (await request.get('/auth')).text())?.[1] ?? '';
  const challenge = (await (await request.get('/api/v1/captcha/challenge?action=signIn')).json()) as object;
  const signedIn = await request.post('/api/v1/auth/login', {
    data: {
      server: 'everest',
      login: 'demo',
      password: 'demo-player-1',
      captcha: await solveCaptcha(challenge),
    },
  });
  expect(signedIn.ok()).toBe(true);
  const { token } = (await signedIn.json()) as { token: string };
  const stored = await request.post('/auth-store-token', {
    data: { token },
    headers: { [CSRF_HEADER]: csrf, 'sec-fetch-site': 'same-origin' },
  });
  expect(stored.ok()).toBe(true);
}

/** What the server knows of the player that a page is signed in as. */
export interface Stock {
  cases: () => Promise<UserCase[]>;
  pieces: (caseId: number) => Promise<number>;
  couponCount: () => Promise<number>;
  /** How many times a coupon lies in the inventory. */
  timesOwned: (couponId: number) => Promise<number>;
  /** Opens a case as another tab of the player would. */
  openElsewhere: (caseId: number) => Promise<OpenCaseReply>;
}

export function stockOf(page: Page): Stock {
  const headers = async () => {
    const cookies = await page.context().cookies();
    const handle = cookies.find(({ name }) => name === TOKEN_COOKIE)?.value ?? '';
    return { authorization: `Bearer ${handle}` };
  };
  const get = async <T>(path: string): Promise<T> => {
    const answer = await page.request.get(path, { headers: await headers() });
    expect(answer.ok(), path).toBe(true);
    return (await answer.json()) as T;
  };
  const cases = async () => (await get<{ userCases: UserCase[] }>('/api/v1/cases/user')).userCases;
  return {
    cases,
    pieces: async (caseId) => (await get<{ count: number }>(`/api/v1/cases/user/${caseId}`)).count,
    couponCount: async () => (await get<UserReply>('/api/v1/user')).couponCount,
    timesOwned: async (couponId) => {
      let times = 0;
      for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
        const reply = await get<CouponPage>(`/api/v1/coupons/user/?page=${page}`);
        times += reply.coupons.filter(({ id }) => id === couponId).length;
        lastPage = reply.pageInfo.lastPage;
      }
      return times;
    },
    openElsewhere: async (caseId) => {
      const answer = await page.request.post('/api/v1/cases/open/', {
        data: { case_id: caseId },
        headers: { ...(await headers()), [IDEMPOTENCY_HEADER]: crypto.randomUUID() },
      });
      expect(answer.ok()).toBe(true);
      return (await answer.json()) as OpenCaseReply;
    },
  };
}
