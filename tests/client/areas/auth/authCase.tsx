import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { AuthPage } from '#/client/areas/auth/AuthPage.tsx';
import { captchaAhead, withCaptcha } from '#/client/domain/forms/captcha.ts';
import { call } from '#/client/platform/api/api.ts';
import { authCalls } from '#/contract/calls/auth.ts';
import { landingCalls } from '#/contract/calls/landing.ts';
import type { Locale } from '#/contract/kernel/locale.ts';
import { loadTextsOf } from '../../../support/components/texts.ts';

const SERVERS = [
  { key: 'everest', name: 'Everest' },
  { key: 'harbor', name: 'Harbor' },
];

export type AuthCallName = keyof typeof authCalls;

/** The server: its game servers, and what it answers or refuses. A call without an answer waits. */
export const server: {
  servers: () => Promise<unknown>;
  answers: Partial<Record<AuthCallName, (body: Record<string, unknown>) => Promise<unknown>>>;
} = { servers: async () => ({ servers: SERVERS }), answers: {} };

const { servers } = server;

/** Prepares a server that knows its game servers, and a captcha that is solved. */
export function setServer(answers: typeof server.answers = {}): void {
  Object.assign(server, { servers, answers });
  vi.mocked(captchaAhead).mockReturnValue(() => () => {});
  vi.mocked(withCaptcha).mockImplementation((_action, send) => send('solved'));
  vi.mocked(call).mockImplementation((endpoint, input): Promise<never> => {
    if ((endpoint as unknown) === landingCalls.servers) return server.servers() as Promise<never>;
    const name = (Object.keys(authCalls) as AuthCallName[]).find((each) => authCalls[each] === endpoint);
    const answer = name && server.answers[name];
    const { body = {} } = (input ?? {}) as { body?: Record<string, unknown> };
    return (answer ? answer(body) : new Promise(() => {})) as Promise<never>;
  });
}

/** The bodies that were sent to a call. */
export const sentTo = (name: AuthCallName) =>
  vi
    .mocked(call)
    .mock.calls.filter(([endpoint]) => (endpoint as unknown) === authCalls[name])
    .map(([, input]) => (input as { body: Record<string, unknown> }).body);

/** Shows the page of sign-in and sign-up at an address, which `query` tells later. */
export async function showAuth(query = '', locale: Locale = 'en') {
  await loadTextsOf(locale);
  await i18next.changeLanguage(locale);
  const router = createMemoryRouter([{ path: '/auth', Component: AuthPage }], {
    initialEntries: [`/auth${query}`],
  });
  const screen = await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return Object.assign(screen, { query: () => router.state.location.search });
}

/** A field of the form by the name that the server knows it by. */
export function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}
/** The same as something that the reader acts on. */
export const input = (name: string) => page.elementLocator(field(name));
export const submitButton = () => {
  const found = document.querySelector('form button[type=submit]');
  if (!found) throw new Error('no form');
  return page.elementLocator(found);
};

/** Chooses the first server of the form's selector. */
export async function chooseServer(): Promise<void> {
  await page.getByRole('combobox').click();
  await page.getByRole('option').first().click();
}

export async function fill(values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await input(name).fill(value);
}
