import { describe, expect, test } from 'vitest';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { TermsNotice } from '#/contract/operator/site.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { TermsList } from '#/operator/site/TermsList.tsx';
import { type Answers, answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { termsNotices, announceTerms, withdrawTerms } = operatorCalls;
const NOTICE: TermsNotice = {
  id: 7,
  inForceOn: '2026-12-24',
  texts: { ru: 'text ru', uk: 'text uk', en: 'text en' },
  state: 'sending',
  announcedAt: '2026-11-26T12:00:00.000Z',
  announcedBy: 'Olena',
  recipients: 12_000,
  mailed: 3100,
  isOpen: true,
};
/** Answers the list and a new notice, which have one path. */
const listing = (notices: TermsNotice[]) => ({
  [termsNotices.path]: ([{ method }]: Parameters<Answers[string]>[0]) =>
    method === 'GET' ? { notices, earliestOn: '2026-12-11' } : { pending: { id: 1, expiresAt: '' } },
});
const show = () => showPages({ '/': <TermsList /> }, '/').screen;

describe('O34 the notices of changed terms', () => {
  test('O34 show day, progress, texts and who announced them; one that holds can be withdrawn', async () => {
    const withdrawn: TermsNotice = { ...NOTICE, id: 6, state: 'withdrawn', isOpen: false, mailed: 40 };
    const sent = answerCalls({
      ...listing([NOTICE, withdrawn]),
      [`${withdrawTerms.path}/preview`]: () => ({
        before: { isWithdrawn: false },
        after: { isWithdrawn: true },
      }),
      [withdrawTerms.path]: () => ({}),
    });
    const view = await show();
    for (const words of ['3,100 of 12,000', 'being sent', 'withdrawn', 'text en'])
      await expect.element(view.getByText(words, { exact: true }).first()).toBeVisible();
    const withdraw = view.getByRole('button', { name: /^Withdraw the notice: 24\sDecember\s2026$/ });
    expect(withdraw.elements()).toHaveLength(1);
    await withdraw.click();
    await view.getByLabelText('Reason').fill('a mistake');
    await view.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect
      .poll(() => sent.find(([{ path }]) => path === withdrawTerms.path)?.[1])
      .toMatchObject({ params: { id: '7' }, body: { reason: 'a mistake' } });
  });

  test('O34 say what will be here while there is none, and offer nothing to who may not announce', async () => {
    answerCalls(listing([]), 'viewer');
    const view = await show();
    await expect.element(view.getByText('No notice so far')).toBeVisible();
    expect(view.getByRole('button', { name: 'Announce a change' }).elements()).toEqual([]);
  });
});

describe('O34 a new notice', () => {
  const fill = async (view: Awaited<ReturnType<typeof show>>) => {
    await view.getByRole('button', { name: 'Announce a change' }).click();
    await expect.element(view.getByText(/^Not before 11\sDecember\s2026/)).toBeVisible();
    const next = view.getByRole('button', { name: 'Next' });
    await next.click();
    await expect.element(view.getByText('Choose a day')).toBeVisible();
    expect(view.getByText('Write what changes: up to 600 characters').elements()).toHaveLength(3);
    await view.getByLabelText('In force from').fill('2026-12-24');
    for (const [label, text] of [
      ['Русский', 'text ru'],
      ['Українська', 'text uk'],
      ['English', 'text en'],
    ] as const)
      await view.getByLabelText(`What changes · ${label}`).fill(text);
    await next.click();
  };

  test('O34 shows the mail in each language before it waits for a second person', async () => {
    const sent = answerCalls({
      ...listing([]),
      [`${announceTerms.path}/preview`]: () => ({
        before: {},
        after: { inForceOn: '2026-12-24', recipients: 12_000 },
        foreseen: { mails: { ru: 'mail ru', uk: 'mail uk', en: 'mail en' } },
        needsSecondPerson: true,
      }),
    });
    const view = await show();
    await fill(view);
    await expect.element(view.getByText('12,000')).toBeVisible();
    await expect.element(view.getByText(/^24\sDecember\s2026$/)).toBeVisible();
    await view.getByText('Email to a player · English').click();
    await expect.element(view.getByText('mail en')).toBeVisible();
    await view.getByLabelText('Reason').fill('the lawyers say so');
    await view.getByRole('dialog').getByRole('button', { name: 'Announce a change' }).click();
    await expect
      .poll(() => sent.find(([{ path, method }]) => path === announceTerms.path && method === 'POST')?.[1])
      .toMatchObject({
        body: { inForceOn: '2026-12-24', texts: NOTICE.texts, reason: 'the lawyers say so' },
      });
  });

  test('O34 says at the day that it is too near', async () => {
    answerCalls({
      ...listing([]),
      [`${announceTerms.path}/preview`]: () => {
        throw new ApiError('termsTooSoon', 422, { errors: { inForceOn: 'termsTooSoon' } });
      },
    });
    const view = await show();
    await fill(view);
    await expect.element(view.getByText(/^14 full days must lie/)).toBeVisible();
    await expect.element(view.getByLabelText('In force from')).toHaveAttribute('aria-invalid', 'true');
  });
});
