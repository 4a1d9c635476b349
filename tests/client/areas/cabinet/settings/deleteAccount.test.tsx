import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { DeleteAccount } from '#/client/areas/cabinet/settings/DeleteAccount.tsx';
import type { UserReply } from '#/contract/session.ts';

const show = (coins: number, premiumUntil: string | null, cases = 0) =>
  render(
    <DeleteAccount
      open
      onClose={() => {}}
      user={{ premiumCoins: coins, isTwoFaEnabled: false } as UserReply['user']}
      couponCount={0}
      caseCount={cases}
      premiumUntil={premiumUntil}
    />,
  );

test.each([
  ['coins alone', 1250, null, 0, /You will lose for good: 1,250\sOC\.$/],
  [
    'coins, cases and Premium',
    1250,
    '2027-01-01T00:00:00.000Z',
    3,
    /OC, unopened cases \(3\),? and Premium\.$/,
  ],
] as const)('C10 the dialog of a player with %s names nothing else', async (_, coins, until, cases, told) => {
  const screen = await show(coins, until, cases);
  await expect.element(screen.getByRole('dialog')).toHaveAccessibleDescription(told);
});

test('C10 a player who has nothing is told of no loss but that of the account', async () => {
  const screen = await show(0, null);
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toHaveAccessibleDescription(/^Your login, .* are erased\./);
  await expect.element(dialog).not.toHaveTextContent('lose');
});
