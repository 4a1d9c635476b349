import { expect, type Page } from '@playwright/test';
import type { PlayerNewsEntry } from '#/contract/kernel/playerNews.ts';
import { failing, pending, type Shot } from './shotAnswers.ts';

const NEWS = '**/api/v1/user/news*';
const VERIFY = '**/api/v1/auth/email/verify';
const HOUR_MS = 60 * 60_000;

/** An entry of every kind, over several days. */
function everyKind(): PlayerNewsEntry[] {
  const goods = { title: 'Garage slot', pieces: 1, server: 'Everest' };
  const order = { order: 'Zq3xVt0aL8mKdR2w', number: 'ONE-4F2K7C', title: '500 OC' };
  const told = [
    { kind: 'waits', ...goods, title: 'Tow truck', why: 'noSpace', others: 0 },
    { kind: 'goods', ...goods, pieces: 3 },
    { kind: 'friend', player: 'm•••t' },
    {
      kind: 'promotion',
      title: 'Night Shift: 10 %',
      code: 'NIGHT10',
      endsAt: new Date(Date.now() + 40 * HOUR_MS).toISOString(),
    },
    { kind: 'refund', ...order, cents: 5000, hasFailed: false },
    { kind: 'waits', ...goods, title: 'Gold watch of the night heist', why: 'refused', others: 0 },
    { kind: 'refund', ...order, cents: 1250, hasFailed: true },
    { kind: 'waits', ...goods, why: 'away', others: 4 },
    { kind: 'friend', player: '' },
    { kind: 'unpaid', ...order },
    { kind: 'reward', title: '1 000 OC' },
    {
      kind: 'terms',
      text: 'Unopened cases can be given back within 30 days.',
      inForceOn: '2026-12-24',
      isWithdrawn: false,
    },
  ] as const;
  return told.map((entry, at) =>
    Object.assign({}, entry, {
      id: told.length - at,
      at: new Date(Date.now() - at * at * HOUR_MS).toISOString(),
      isRead: at > 2,
    }),
  );
}

const answering = (news: () => PlayerNewsEntry[]) => async (page: Page) => {
  await page.route(NEWS, (route) => route.fulfill({ json: { news: news(), nextBefore: null } }));
  await page.route('**/api/v1/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), unreadNews: news().length && 3 } });
  });
  await page.route('**/api/v1/user/news/read', (route) => route.fulfill({ json: { unread: 3 } }));
};

/** The news in the cabinet, the choices of mails, and the page of the unsubscribe link. */
export const newsShots: readonly Shot[] = [
  { name: 'news', path: '/cabinet#news', signedIn: true, before: answering(everyKind) },
  { name: 'news-empty', path: '/cabinet#news', signedIn: true, before: answering(() => []) },
  { name: 'news-failed', path: '/cabinet#news', signedIn: true, before: failing('/api/v1/user/news*') },
  { name: 'news-loading', path: '/cabinet#news', signedIn: true, before: pending('/api/v1/user/news*') },
  { name: 'news-menu', path: '/', signedIn: true, before: answering(everyKind), after: openMenu },
  { name: 'settings-mails', path: '/cabinet?section=mails#settings', signedIn: true, after: choices },
  {
    name: 'settings-mails-failed',
    path: '/cabinet?section=mails#settings',
    signedIn: true,
    before: failing('/api/v1/user/mail-choices'),
  },
  { name: 'unsubscribe', path: '/email-verification?token=stop.1', before: ask, after: shown },
  { name: 'unsubscribe-done', path: '/email-verification?token=stop.1', before: stop, after: shown },
];

async function openMenu(page: Page): Promise<void> {
  const burger = page.locator('header button[aria-haspopup=dialog]');
  if (await burger.isVisible()) await burger.click();
}

async function choices(page: Page): Promise<void> {
  await expect(page.getByRole('radiogroup')).toHaveCount(6);
}

async function ask(page: Page): Promise<void> {
  await page.route(VERIFY, (route) =>
    route.fulfill({
      status: 409,
      json: {
        code: 'confirmationNeeded',
        message: '',
        requestId: '1',
        link: { does: 'stopMails', login: 'marlo.night', email: 'm•••@example.org' },
      },
    }),
  );
}

async function stop(page: Page): Promise<void> {
  await page.route(VERIFY, (route) => route.fulfill({ json: { verified: 'mailsStopped' } }));
}

async function shown(page: Page): Promise<void> {
  await expect(page.locator('main :is(button, a)').first()).toBeVisible();
}
