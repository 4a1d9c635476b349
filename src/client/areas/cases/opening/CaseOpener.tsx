import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DrawnCoupon, Rarity, UserCaseDetails } from '#/contract/cases.ts';
import { ContentsGrid } from '#/client/domain/prizes/ContentsGrid.tsx';
import { DropFeed } from '#/client/domain/prizes/DropFeed.tsx';
import { play, unlockSound, unlockSoundByGesture } from '#/client/platform/media/sound.ts';
import { CaseHero } from './CaseHero.tsx';
import styles from './CaseOpener.module.css';
import { createCaseOpening } from '#/client/areas/cases/opening/caseOpening.ts';
import { CaseTrail } from './CaseTrail.tsx';
import { clientSeedGiven } from '#/client/areas/cases/series/clientSeed.ts';
import { countInForce, largestCount } from '#/client/areas/cases/state/openCounts.ts';
import { useOpeningPace } from '#/client/areas/cases/state/openingPace.ts';
import { FairPanel } from '#/client/areas/cases/series/FairPanel.tsx';
import { LandingLight } from './LandingLight.tsx';
import { PrizeReel } from './PrizeReel.tsx';
import { rarestAt } from '#/client/areas/cases/state/prizeGroups.ts';
import { publishOpening, revealPrizes } from '#/client/areas/cases/state/queries.ts';
import { ResultCard } from '#/client/areas/cases/results/ResultCard.tsx';
import { sendOpening } from '#/client/areas/cases/state/sendOpening.ts';
import { SeveralResults } from '#/client/areas/cases/results/SeveralResults.tsx';
import { useLandingSting } from './useLandingSting.ts';
import { useHaulText } from '#/client/areas/cases/results/useHaulText.ts';
import { useSkip } from '#/client/areas/cases/state/useSkip.ts';

/** The draw by a name that anybody can look up (PF1). */
const drawName = ({ draw }: DrawnCoupon) => `${draw.epochId}:${draw.nonce}`;

/** Opens a case, or several pieces of it at once: the hero with the button, the reel, the result and the contents (C6). */
export function CaseOpener({ details: latest }: { details: UserCaseDetails }) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const haulText = useHaulText();
  const caseId = latest.case.id;
  const [chosenCount, setChosenCount] = useState<number | null>(null);
  const [opening] = useState(() =>
    createCaseOpening({
      send: async (request, key) => {
        await clientSeedGiven(client);
        return sendOpening(request, key);
      },
      publish: (outcome) => {
        const left = publishOpening(client, caseId, outcome);
        if (outcome.prizes && outcome.count > 1) setChosenCount(largestCount(left ?? 0));
      },
      // several prizes count as seen when the last card is turned over
      shown: (prizes) => {
        if (prizes.length === 1) void revealPrizes(client, prizes);
      },
    }),
  );
  const { phase, spin, outcome, unansweredCount, open, stopped, dismiss, enter } = useStore(opening);
  useEffect(() => enter(), [enter]);
  useEffect(unlockSoundByGesture, []);

  // keeps the data from before the spin on the page: a refetch during the spin would reveal the prize
  const isSpinning = phase === 'waiting' || phase === 'answered';
  const [details, setDetails] = useState(latest);
  if (!isSpinning && details !== latest) setDetails(latest);

  const asked = unansweredCount ?? (isSpinning ? chosenCount : countInForce(chosenCount, details.count));
  const count = asked === 1 ? null : asked;
  const [landed, setLanded] = useState<Rarity | null>(null);
  const start = (pieces: number) => {
    setLanded(null);
    unlockSound();
    play('open');
    play('spin');
    void open(details, pieces);
  };
  const isQuick = useOpeningPace((choice) => choice.isQuick);
  const { isSkipped, skip } = useSkip(isSpinning ? (spin?.id ?? null) : null);
  const openButton = useRef<HTMLButtonElement>(null);
  const shown = phase === 'shown' ? outcome : null;
  const prizes = shown?.prizes;
  const prize = prizes?.length === 1 ? prizes[0] : null;
  const several = prizes && prizes.length > 1 ? prizes : null;
  // the prize that the roulette shows: the rarest of several
  const onWheel = outcome?.prizes?.[rarestAt(outcome.prizes)];
  useLandingSting(outcome?.prizes?.length === 1 ? landed : null, isQuick);
  useEffect(() => {
    if (shown?.failure) play('error');
  }, [shown]);
  return (
    <div className={styles.page}>
      <CaseTrail caseName={details.case.name} />
      <CaseHero
        details={details}
        isSpinning={isSpinning}
        isOpen={phase !== 'idle' && !shown?.failure}
        failure={shown?.failure ?? null}
        count={count}
        onCountChange={setChosenCount}
        isCountLocked={unansweredCount !== null}
        onOpen={() => start(count ?? 1)}
        onSkip={skip}
        openButton={openButton}
      >
        <PrizeReel
          items={details.case.items}
          caseName={details.case.name}
          spin={shown?.failure || spin?.oddsHash !== details.oddsHash ? null : spin}
          winnerId={outcome?.landOnId ?? null}
          draw={onWheel && drawName(onWheel)}
          isPrize={!outcome?.failure}
          pace={isQuick ? 'quick' : 'full'}
          isSkipped={isSkipped}
          onSkip={skip}
          onLanded={() => setLanded(onWheel?.color ?? null)}
          onStopped={stopped}
        />
      </CaseHero>
      {landed && <LandingLight rarity={landed} />}
      {/* aria-live in so many words keeps it readable behind the dialog */}
      <output className="unseen" aria-live="polite">
        {isSpinning && t('case.spinning')}
        {prize && t('result.announcement', { name: prize.name, rarity: t(`rarity.${prize.color}`) })}
        {several && t('several.announcement', { count: several.length, haul: haulText(several) })}
      </output>
      <ResultCard
        prize={prize}
        caseName={details.case.name}
        left={details.count}
        onKeep={dismiss}
        onOpenAnother={() => {
          dismiss();
          start(1);
        }}
        finalFocus={openButton}
      />
      <SeveralResults
        prizes={several}
        onAllSeen={(seen) => void revealPrizes(client, seen)}
        onDone={dismiss}
        finalFocus={openButton}
      />
      <ContentsGrid items={details.case.items} />
      <div className={`wrap ${styles.feed}`}>
        <DropFeed />
      </div>
      <FairPanel caseId={caseId} />
    </div>
  );
}
