import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { UserCases } from '#/client/areas/cases/inventory/UserCases.tsx';
import { call } from '#/client/platform/api/api.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { sticksOut } from '../../../../support/tools/sticksOut.ts';
import { loadTextsOf } from '../../../../support/components/texts.ts';
import { taxiCase } from '../opening/taxiCase.ts';

const PIECES = { ru: /^\d+ штук[аи]?$/, uk: /^\d+ штук[аи]?$/, en: /^\d+ pieces?$/ };

test.each(LOCALES)(
  'C4 in %s at 390 px each case has its count and its link, and nothing sticks out',
  async (locale) => {
    await page.viewport(390, 844);
    const userCases = [1, 4, 208].map((count, at) => ({
      id: 70 + at,
      count,
      case: { ...taxiCase.case, id: 1 + at, name: `A case with a name that is rather long ${at}` },
    }));
    vi.mocked(call).mockResolvedValue({ userCases, unrevealed: [], unrevealedCount: 0 });
    await loadTextsOf(locale);
    await i18next.changeLanguage(locale);
    const routes = [{ path: '*', element: <UserCases /> }];
    await render(
      <div className="wrap">
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={createMemoryRouter(routes)} />
        </QueryClientProvider>
      </div>,
    );
    const pieces = page.getByText(PIECES[locale]);
    await expect
      .poll(() => pieces.elements().map(({ textContent }) => parseInt(textContent)))
      .toEqual([1, 4, 208]);
    const open = page.getByRole('link', { name: new RegExp(`^${i18next.t('cases:inventory.open')}`) });
    const hrefs = open.elements().map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual([1, 2, 3].map((id) => expect.stringMatching(new RegExp(`/cabinet/case/${id}$`))));
    expect(sticksOut()).toEqual([]);
  },
);
