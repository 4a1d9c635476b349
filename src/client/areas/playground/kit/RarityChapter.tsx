import { useTranslation } from 'react-i18next';
import { RARITIES } from '#/contract/cases.ts';
import { Pips } from '#/client/ui/display/Pips.tsx';
import styles from './RarityChapter.module.css';
import { Chapter } from './Specimens.tsx';

/** Remaining linear red, green and blue with colour blindness (Machado, Oliveira and Fernandes 2009, severity 1). */
const VISIONS = {
  normal: '1 0 0 0 0  0 1 0 0 0  0 0 1 0 0  0 0 0 1 0',
  protanopia:
    '.152286 1.052583 -.204868 0 0  .114503 .786281 .099216 0 0  -.003882 -.048116 1.051998 0 0  0 0 0 1 0',
  deuteranopia:
    '.367322 .860646 -.227968 0 0  .280085 .672501 .047413 0 0  -.01182 .04294 .968881 0 0  0 0 0 1 0',
  tritanopia:
    '1.255528 -.076749 -.178779 0 0  -.078411 .930809 .147602 0 0  .004733 .691367 .3039 0 0  0 0 0 1 0',
};

/**
 * The six rarities in full colour, and as people with colour blindness see them. Pips and names are always readable.
 */
export function RarityChapter() {
  const { t } = useTranslation('cases');
  return (
    <Chapter title="Rarity and colour vision">
      <svg className="unseen" aria-hidden="true">
        {Object.entries(VISIONS).map(([vision, matrix]) => (
          <filter key={vision} id={`vision-${vision}`}>
            <feColorMatrix values={matrix} />
          </filter>
        ))}
      </svg>
      <div className={styles.rows}>
        {Object.keys(VISIONS).map((vision) => (
          <div key={vision} className={styles.row}>
            <span className="label">{vision}</span>
            <ul className={styles.rarities} style={{ filter: `url(#vision-${vision})` }}>
              {RARITIES.map((rarity) => (
                <li key={rarity} data-rarity={rarity} className={styles.rarity}>
                  <Pips />
                  <span>{t(`rarity.${rarity}`)}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Chapter>
  );
}
