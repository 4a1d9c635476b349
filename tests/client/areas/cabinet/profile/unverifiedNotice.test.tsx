import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { UnverifiedNotice } from '#/client/areas/cabinet/profile/UnverifiedNotice.tsx';
import { call } from '#/client/platform/api/api.ts';
import { sessionCalls } from '#/contract/calls/session.ts';
import type { UserReply } from '#/contract/session.ts';
import cabinet from '../../../../../locales/en/cabinet.json';

const HOUR_S = 3600;
const texts = cabinet.unverified;

const show = (resendSeconds: number) =>
  render(
    <UnverifiedNotice
      user={{ email: 'night@example.org', resendSeconds, deletedAfter: null } as UserReply['user']}
    />,
  );
const counter = () => localStorage.getItem('counter');

test('C2 the mail goes out again, then the button is locked for an hour, also after a reload', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.mocked(call).mockResolvedValue({ resendSeconds: HOUR_S });
  let screen = await show(0);
  const send = () => screen.getByRole('button', { name: texts.send });
  const wait = () => screen.getByText(/^You can ask for the next email in (1 hour|\d+ minutes)$/);
  await send().click();
  await expect.element(wait()).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: texts.title })).toHaveFocus();
  expect(vi.mocked(call).mock.calls.map(([endpoint]) => endpoint)).toEqual([sessionCalls.resendVerify]);
  expect(send().query()).toBeNull();
  expect(counter()).toBe('60');
  vi.advanceTimersByTime(61_000);
  await expect.poll(counter).toBe('59');
  // a page that comes while the server knows of no mail
  await screen.unmount();
  screen = await show(0);
  await expect.element(wait()).toHaveTextContent('59 minutes');
  expect(send().query()).toBeNull();
});

test('C2 the mail of the sign-up counts: before its hour is over no other is sent', async () => {
  const screen = await show(HOUR_S);
  await expect.element(screen.getByRole('status')).toBeVisible();
  expect(screen.getByRole('button').query()).toBeNull();
  expect(counter()).toBe('60');
});
