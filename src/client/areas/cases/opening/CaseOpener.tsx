import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { ContentsGrid } from '#/client/domain/prizes/ContentsGrid.tsx';
import { DropFeed } from '#/client/domain/prizes/DropFeed.tsx';
import { FairPanel } from '#/client/areas/cases/epoch/FairPanel.tsx';
import { UnrevealedPrizes } from '#/client/areas/cases/results/UnrevealedPrizes.tsx';
import { ResultCard } from '#/client/areas/cases/results/ResultCard.tsx';
import { SeveralResults } from '#/client/areas/cases/results/SeveralResults.tsx';
import { useSkipKeys } from '#/client/areas/cases/state/useSkipKeys.ts';
import { unlockSoundByGesture } from '#/client/platform/media/sound.ts';
import { CaseHero } from './CaseHero.tsx';
import styles from './CaseOpener.module.css';
import { createCaseOpening, openingDeps } from './caseOpening.ts';
import { CaseTrail } from './CaseTrail.tsx';
import { countToAskAbout, countToOpen, isRunning, rowsShown } from './openingState.ts';
import { AskCount } from './AskCount.tsx';
import { PrizeReel } from './PrizeReel.tsx';

/**
 * Renders the opening of one or several pieces: the hero with the button, the roulette, the result and the contents
 * (C6). `caseOpening.ts` has the order of the steps.
 */
export function CaseOpener({ details: latest }: { details: UserCaseDetails }) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const caseId = latest.case.id;
  const [store] = useState(() => createCaseOpening(openingDeps(client, caseId)));
  const opening = useStore(store);
  const { phase, outcome, landedOn, click, skip, enter, dismiss } = opening;
  const isSpinning = isRunning(opening);
  useEffect(() => enter(), [enter]);
  useEffect(unlockSoundByGesture, []);
  useSkipKeys(isSpinning, skip);

  // keeps the data from before the spin on the page: a refetch during the spin would reveal the prize
  const [details, setDetails] = useState(latest);
  if (!isSpinning && details !== latest) setDetails(latest);

  const count = countToOpen(opening, details.count);
  const rows = opening.isRouletteLost ? 1 : rowsShown(opening, count);
  const [askedCount, setAskedCount] = useState<{ count: number; last: number } | null>(null);
  const openAll = (pieces: number | null) => void click(details, pieces ?? 1);
  const onOpen = () => {
    const last = countToAskAbout(opening, count);
    if (last === null || count === null) openAll(count);
    else setAskedCount({ count, last });
  };
  const openButton = useRef<HTMLButtonElement>(null);
  const published = phase === 'published' ? outcome : null;
  const prizes = published?.prizes;
  const failure = published?.failure
    ? published.failure === 'outOfStock' && count !== null
      ? t('failure.fewerInStock')
      : t(`failure.${published.failure}`, { reason: published.reason })
    : null;
  const prize = prizes?.length === 1 ? prizes[0] : null;
  const several = prizes && prizes.length > 1 ? prizes : null;
  return (
    <div
      className={styles.page}
      data-stacked={rows > 1 || undefined}
      style={{ '--rows': rows } as CSSProperties}
    >
      <CaseTrail caseName={details.case.name} />
      <div className="wrap">
        <UnrevealedPrizes except={outcome?.prizes} isFrozen={isSpinning} finalFocus={openButton} />
      </div>
      <CaseHero
        details={details}
        isSpinning={isSpinning}
        isStacked={rows > 1}
        isOpen={phase !== 'idle' && !published?.failure}
        failure={opening.isRouletteLost ? failure : null}
        count={count}
        onCountChange={opening.chooseCount}
        isCountLocked={opening.unansweredCount !== null}
        onOpen={onOpen}
        onSkip={skip}
        openButton={openButton}
      >
        {!opening.isRouletteLost && (
          <PrizeReel key={rows} details={details} opening={opening} rows={rows} failure={failure} />
        )}
      </CaseHero>
      {landedOn && <div className={styles.light} data-rarity={landedOn} aria-hidden="true" />}
      {/* explicit aria-live keeps it readable behind the dialog */}
      <output className="unseen" aria-live="polite">
        {isSpinning && t('case.spinning')}
        {prize && t('result.announcement', { name: prize.name, rarity: t(`rarity.${prize.color}`) })}
      </output>
      <ResultCard
        prize={prize}
        caseName={details.case.name}
        left={details.count}
        onKeep={dismiss}
        onOpenAnother={() => {
          dismiss();
          openAll(1);
        }}
        finalFocus={openButton}
      />
      <AskCount
        asked={askedCount}
        onChoose={(pieces) => {
          setAskedCount(null);
          opening.chooseCount(pieces);
          openAll(pieces);
        }}
        onClose={() => setAskedCount(null)}
        finalFocus={openButton}
      />
      <SeveralResults
        prizes={several}
        isFaceUp={rows > 1}
        onAllSeen={opening.reveal}
        onDone={dismiss}
        finalFocus={openButton}
      />
      <ContentsGrid items={details.case.items} />
      <div className={`wrap ${styles.feed}`}>
        <DropFeed caseId={caseId} />
      </div>
      <FairPanel caseId={caseId} />
    </div>
  );
}
