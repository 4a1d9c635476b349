import { useTranslation } from 'react-i18next';
import type { Rarity } from '#/contract/cases.ts';
import { Pips } from '../ui/Pips.tsx';
import styles from './RarityMark.module.css';

/** One to six pips and the word of a rarity, in its colour. */
export function RarityMark({ rarity }: { rarity: Rarity }) {
  const { t } = useTranslation('cases');
  return (
    <span className={`label ${styles.mark}`} data-rarity={rarity}>
      <Pips />
      {t(`rarity.${rarity}`)}
    </span>
  );
}
