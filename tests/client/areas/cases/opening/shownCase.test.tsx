import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { casesCalls } from '#/contract/calls/cases.ts';
import { CASE_CONTENTS_CELLS } from '#/contract/kernel/limits.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import cases from '../../../../../locales/en/cases.json';
import { loadTextsOf } from '../../../../support/components/texts.ts';
import { sticksOut } from '../../../../support/tools/sticksOut.ts';
import { showCasePage } from './showCasePage.tsx';
import { taxiCase } from './taxiCase.ts';

test.each(LOCALES)(
  'C6 the page of a case in %s at 390 px: contents padded to 30 cells, each prize with its odds, nothing sticks out',
  async (locale) => {
    vi.mocked(call).mockImplementation(async (endpoint): Promise<never> => {
      if ((endpoint as unknown) !== casesCalls.userCase) throw new ApiError('internal', 500);
      return taxiCase as never;
    });
    await page.viewport(390, 844);
    await loadTextsOf(locale);
    await i18next.changeLanguage(locale);
    await showCasePage();
    const contents = page.getByRole('region', { name: i18next.t('cases:case.contents') });
    await expect.element(contents.getByRole('heading')).toBeVisible();
    const open = page.getByRole('button', { name: i18next.t('cases:case.open'), exact: true });
    await expect.element(open).toBeVisible();
    const cells = [...contents.element().querySelectorAll('ul')].at(-1)!.children;
    expect(cells).toHaveLength(CASE_CONTENTS_CELLS);
    expect(contents.getByRole('article').elements()).toHaveLength(taxiCase.case.items.length);
    const odds = contents.getByText(/%$/).elements();
    expect(odds).toHaveLength(taxiCase.case.items.length);
    const percents = odds.map(({ textContent }) =>
      Number(textContent.replaceAll(/[^\d.,]/g, '').replace(',', '.')),
    );
    expect(percents.reduce((sum, percent) => sum + percent, 0)).toBeCloseTo(100, 6);
    // the page cuts off what is in it, so the contents are looked at by themselves
    expect(sticksOut()).toEqual([]);
    const ends = [...contents.element().querySelectorAll('*')].map(
      (part) => part.getBoundingClientRect().right,
    );
    expect(Math.max(...ends)).toBeLessThanOrEqual(innerWidth);
  },
);

test.each(['999999', 'none'])('RT11 the unknown case "%s" is told in words, with a way back', async (id) => {
  vi.mocked(call).mockRejectedValue(new ApiError('caseNotFound', 404));
  await showCasePage(id);
  await expect.element(page.getByRole('heading', { name: cases.case.unknownTitle })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: cases.case.toInventory }))
    .toHaveAttribute('href', expect.stringMatching(/\/cabinet#inventory$/));
});

test.each([
  ['without an answer blames the connection', new ApiError('offline', 0), /connection seems to be down/],
  [
    'that is refused gives the reason of the server',
    new ApiError('readOnly', 503),
    /can’t save changes right now/,
  ],
])('E2 a case page %s', async (_, refusal, sentence) => {
  vi.mocked(call).mockRejectedValue(refusal);
  await showCasePage();
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence);
});
