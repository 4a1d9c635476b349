import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MOVEMENT_CAUSES, movementCause } from '#/client/areas/cabinet/profile/movementCause.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';

/** Reasons that move coins between a hold, a debt and the house, never those of a wallet. */
const NEVER_IN_A_WALLET = ['cashBack', 'cashBackForfeited', 'debtForgiven', 'debtTakenOver'];

const USES_LEDGER = /from '(?:\.|#\/server\/domain\/ledger)\/(?:ledger|debt)\.ts'/;
/** A reason where modules write it: in a cause, for the coins of a debit, or as an argument of `balanceDebt`'s `move`. */
const REASON = /(?:\breason: |\bcoins: |\bmove\(\w+, )'(\w+)'/g;

/** The reasons that the modules of the server give to the ledger. */
const ledgerReasons = (): Set<string> =>
  new Set(
    readdirSync('src/server', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`src/server/${file}`, 'utf8'))
      .filter((text) => USES_LEDGER.test(text))
      .flatMap((text) => [...text.matchAll(REASON)].map(([, reason]) => reason!)),
  );

test('C3 every reason under which the ledger moves coins of a wallet has a cause', () => {
  const reasons = ledgerReasons();
  expect([...reasons].toSorted()).toEqual([...MOVEMENT_CAUSES, ...NEVER_IN_A_WALLET].toSorted());
});

test.each(LOCALES)('C3 every cause has a sentence in %s, and every sentence a cause', (locale) => {
  const texts = JSON.parse(readFileSync(`locales/${locale}/cabinet.json`, 'utf8')) as {
    movements: { causes: Record<string, string> };
  };
  expect(Object.keys(texts.movements.causes).toSorted()).toEqual([...MOVEMENT_CAUSES, 'other'].toSorted());
});

test('C3 a cause that the page does not know has a sentence as well', () => {
  expect(movementCause('orderBonus')).toBe('orderBonus');
  expect(movementCause('invented')).toBe('other');
});
