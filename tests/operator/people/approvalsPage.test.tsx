import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Approval } from '#/contract/operator/people/approvals.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { ApprovalsPage } from '#/operator/people/ApprovalsPage.tsx';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

const { approvals, approve } = operatorCalls;
const asked: Approval = {
  id: 4,
  act: 'blockPlayer',
  permission: 'players.block',
  asker: 'Oksana',
  targetType: 'player',
  targetId: '167',
  amount: 10,
  unit: 'days',
  before: {},
  after: { blocks: ['deliver'] },
  reason: 'sells items',
  state: 'waiting',
  createdAt: '2026-01-15T12:00:00.000Z',
  expiresAt: '2026-01-16T12:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  decision: null,
};

test('O5 the dialog of a decision says which act it is about, with whom, and why it was asked for', async () => {
  await page.viewport(1440, 900);
  answerCalls({
    [approvals.path]: () => ({ toDecide: [asked], own: [] }),
    [`${approve.path}/preview`]: () => ({ before: {}, after: { blocks: ['deliver'] } }),
  });
  showPages({ '/approvals': <ApprovalsPage /> }, '/approvals');
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('sells items');
  await expect
    .element(dialog.getByRole('link', { name: /167$/ }))
    .toHaveAttribute('href', expect.stringMatching(/\/players\/167$/));
});
