import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RARITIES, type CaseItem } from '#/contract/cases.ts';
import { CASE_CONTENTS_CELLS } from '#/contract/kernel/limits.ts';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { formatChance } from './formatOdds.ts';
import { Prize } from './Prize.tsx';
import { PrizeGrid } from './PrizeGrid.tsx';
import { RarityMark } from './RarityMark.tsx';
import styles from './ContentsGrid.module.css';

interface ContentsGridProps {
  items: readonly CaseItem[];
  /** Content below the grid. */
  children?: ReactNode;
}

/** The items that a case may hold, in their order, with their odds (C6). */
export function ContentsGrid({ items, children }: ContentsGridProps) {
  const { t } = useTranslation('cases');
  const rarities = RARITIES.filter((rarity) => items.some(({ color }) => color === rarity)).toReversed();
  const ordered = items.toSorted((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
  return (
    <section className={`wrap ${styles.contents}`} aria-labelledby="contents-title">
      <SectionHeading id="contents-title" title={t('case.contents')}>
        <ul className={styles.legend} aria-label={t('case.legend')}>
          {rarities.map((rarity) => (
            <li key={rarity}>
              <RarityMark rarity={rarity} />
            </li>
          ))}
        </ul>
      </SectionHeading>
      <PrizeGrid cells={CASE_CONTENTS_CELLS}>
        {ordered.map((item) => (
          <li key={item.id}>
            <Prize
              prize={item}
              note={
                <>
                  <span className="unseen">{t('case.chance')} </span>
                  {formatChance(item.tickets)}
                </>
              }
            />
          </li>
        ))}
      </PrizeGrid>
      {children}
    </section>
  );
}
