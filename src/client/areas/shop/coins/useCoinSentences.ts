import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CoinSentences } from './coinWords.ts';

const gap = (name: string) => `{{${name}}}`;
const FACTOR = { factor: gap('factor') };
const NOTE = { percent: gap('percent'), next: gap('next'), missing: gap('missing') };

/** The sentences about an amount of coins, with open gaps. */
export function useCoinSentences(): CoinSentences {
  const { t } = useTranslation('shop');
  return useMemo(
    () => ({
      bonus: t('coins.receipt.bonus', FACTOR),
      below: t('coins.note.below', NOTE),
      between: t('coins.note.between', NOTE),
      best: t('coins.note.best', NOTE),
    }),
    [t],
  );
}
