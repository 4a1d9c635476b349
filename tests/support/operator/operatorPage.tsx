import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { request } from '#/client/platform/api/api.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { ProofDialog } from '#/operator/frame/ProofDialog.tsx';

type Sent = Parameters<typeof request>;
/** Answers of the server by path; a function may throw an `ApiError`. */
export type Answers = Record<string, (sent: Sent) => unknown>;

/**
 * Answers the calls of operators' pages by the spy of `request`. @returns the calls that were made
 */
export function answerCalls(answers: Answers, role: OperatorRole = 'owner'): Sent[] {
  const sent: Sent[] = [];
  const operator = { id: 1, name: 'Olena', email: 'olena@example.org', role, provenUntil: '' };
  vi.mocked(request).mockImplementation(async (...args: Sent) => {
    sent.push(args);
    const { path } = args[0];
    if (path === operatorCalls.session.path) return { csrfToken: 'x', operator };
    const answer = answers[path];
    if (!answer) throw new Error(`nothing answers ${path}`);
    return answer(args);
  });
  return sent;
}

/** Draws pages at their addresses, with the question for a fresh code. */
export function showPages(pages: Record<string, ReactNode>, address: string) {
  const router = createMemoryRouter(
    Object.entries(pages).map(([path, element]) => ({ path, element })),
    { initialEntries: [address] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    router,
    screen: render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <ProofDialog />
      </QueryClientProvider>,
    ),
  };
}
