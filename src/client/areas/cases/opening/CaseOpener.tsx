import { useQueryClient } from '@tanstack/react-query';
import { type CSSProperties, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { ContentsGrid } from '#/client/domain/prizes/ContentsGrid.tsx';
import { DropFeed } from '#/client/domain/prizes/DropFeed.tsx';
import { FairPanel } from '#/client/areas/cases/epoch/FairPanel.tsx';
import { UnrevealedPrizes } from '#/client/areas/cases/results/UnrevealedPrizes.tsx';
import { useSkipKeys } from '#/client/areas/cases/state/useSkipKeys.ts';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { unlockSoundByGesture } from '#/client/platform/media/sound.ts';
import { CaseHero } from './CaseHero.tsx';
import styles from './CaseOpener.module.css';
import { createCaseOpening, openingDeps } from './caseOpening.ts';
import { CaseTrail } from './CaseTrail.tsx';
import { countToAskAbout, countToOpen, isRunning, prizesShown, rowsShown } from './openingState.ts';
import { PrizeReel } from './PrizeReel.tsx';

// the page must be ready to open before they are needed
const [OpeningDialogs] = laterPart(async () => (await import('./OpeningDialogs.tsx')).OpeningDialogs, {
  isOpen: ({ prize, several, asked }) => [prize, several, asked].some((shown) => shown !== null),
  close: ({ asked, onAsked, onDone }) => (asked ? onAsked(null) : onDone()),
});

interface CaseOpenerProps {
  details: UserCaseDetails;
  /** Whether the page has its whole height from the start, so that a scroll position can be restored. */
  isWholeAtOnce: boolean;
}

/**
 * Renders the opening of one or several pieces: the hero with the button, the roulette, the result and the contents
 * (C6). `caseOpening.ts` has the order of the steps.
 */
export function CaseOpener({ details: latest, isWholeAtOnce }: CaseOpenerProps) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const caseId = latest.case.id;
  const [store] = useState(() => createCaseOpening(openingDeps(client, caseId)));
  const opening = useStore(store);
  const { phase, outcome, landedOn, click, skip, enter, dismiss } = opening;
  const isSpinning = isRunning(opening);
  // the roulette, the dialogs, and what lies below the first screen follow as soon as a case can be opened
  const isWhole = useDeferredValue(true, isWholeAtOnce);
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
  const focusPlace = useRef<HTMLElement>(null);
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
        <UnrevealedPrizes except={prizesShown(opening)} isFrozen={isSpinning} finalFocus={focusPlace} />
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
        focusPlace={focusPlace}
      >
        {!opening.isRouletteLost && (
          <PrizeReel
            key={rows}
            details={details}
            opening={opening}
            rows={rows}
            failure={failure}
            isAwaited={!isWhole}
          />
        )}
      </CaseHero>
      {landedOn && <div className={styles.light} data-rarity={landedOn} aria-hidden="true" />}
      {/* explicit aria-live keeps it readable behind the dialog */}
      <output className="unseen" aria-live="polite">
        {/* one text: React could not remove one of two that a translating browser has replaced (E7) */}
        {isSpinning
          ? t('case.spinning')
          : prize && t('result.announcement', { name: prize.name, rarity: t(`rarity.${prize.color}`) })}
      </output>
      {isWhole && (
        <>
          <Suspense>
            <OpeningDialogs
              details={details}
              prize={prize}
              several={several}
              isFaceUp={rows > 1}
              asked={askedCount}
              onAsked={(pieces) => {
                setAskedCount(null);
                if (pieces === null) return;
                opening.chooseCount(pieces);
                openAll(pieces);
              }}
              onAllSeen={opening.reveal}
              onDone={dismiss}
              onOpenAnother={() => {
                dismiss();
                openAll(1);
              }}
              finalFocus={focusPlace}
            />
          </Suspense>
          <ContentsGrid items={details.case.items} />
          <div className={`wrap ${styles.feed}`}>
            <DropFeed caseId={caseId} />
          </div>
          <FairPanel caseId={caseId} />
        </>
      )}
    </div>
  );
}
