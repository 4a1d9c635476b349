import { expect, type Page } from '@playwright/test';
import { CSRF_HEADER, IDEMPOTENCY_HEADER, TOKEN_COOKIE } from '#/contract/page.ts';
import type { Coupon, OpenCaseReply, UserCase } from '#/contract/cases.ts';
import type { UserReply } from '#/contract/cabinet.ts';

/** Signs a page in as the demonstration's player, as the browser does it but without the form. */
export async function signInAsDemo(page: Page): Promise<void> {
  const { request } = page;
  const csrf =
    /name="csrf-token" content="([^"]+)"/.exec(await (await request.get('/auth')).text())?.[1] ?? '';
  const signedIn = await request.post('/api/v1/auth/login', {
    data: { server: 'everest', login: 'demo', password: 'demo-player-1' },
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
  newestCoupon: () => Promise<Coupon>;
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
    newestCoupon: async () => {
      const [newest] = (await get<{ coupons: Coupon[] }>('/api/v1/coupons/user/?page=1')).coupons;
      if (!newest) throw new Error('the player has no coupon');
      return newest;
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
