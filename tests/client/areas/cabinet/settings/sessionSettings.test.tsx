import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { SessionSettings } from '#/client/areas/cabinet/settings/SessionSettings.tsx';
import { call } from '#/client/platform/api/api.ts';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { SessionsReply } from '#/contract/cabinet.ts';
import cabinet from '../../../../../locales/en/cabinet.json';

const at = '2026-11-28T12:00:00Z';
const texts = cabinet.settings.sessions;
let reply: SessionsReply;

beforeEach(() => {
  reply = {
    sessions: ['Chrome', 'Firefox', 'Safari'].map((device, index) => ({
      id: index + 1,
      isCurrent: index === 0,
      device,
      address: '',
      createdAt: at,
      lastSeenAt: at,
    })),
    trustedDevices: [{ id: 7, isCurrent: true, device: 'Opera', lastSeenAt: at, trustedUntil: at }],
  };
  vi.mocked(call).mockImplementation(async (endpoint, input): Promise<never> => {
    if (endpoint === endpoints.endTrust) reply = { ...reply, trustedDevices: [] };
    else if (endpoint !== endpoints.sessions) {
      const { params } = input as { params?: { id: string } };
      const isEnded = (id: number) => (params ? String(id) === params.id : id > 1);
      reply = { ...reply, sessions: reply.sessions.filter(({ id }) => !isEnded(id)) };
    }
    return reply as never;
  });
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionSettings />
    </QueryClientProvider>,
  );

test.each([
  ['End session: Firefox', texts.ended],
  [texts.endOthers, texts.othersEnded],
  ['Ask for a code: Opera', ''],
])(
  'C8 E5 after “%s” the focus is on the list, and a screen reader hears what was done',
  async (name, said) => {
    const screen = await show();
    const button = screen.getByRole('button', { name });
    await button.click();
    await expect.element(button).not.toBeInTheDocument();
    await expect.element(screen.getByRole('heading', { name: texts.title })).toHaveFocus();
    expect(screen.container.querySelector('output')?.textContent).toBe(said);
  },
);
