import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DrawnCoupon, Rarity, UserCaseDetails } from '#/contract/cases.ts';
import { ContentsGrid } from '../ContentsGrid.tsx';
import { DropFeed } from '../DropFeed.tsx';
import { play, unlockSound, unlockSoundByGesture } from '../sound.ts';
import { CaseHero } from './CaseHero.tsx';
import styles from './CaseOpener.module.css';
import { createCaseOpening } from './caseOpening.ts';
import { CaseTrail } from './CaseTrail.tsx';
import { clientSeedGiven } from './clientSeed.ts';
import { countInForce, largestCount } from './openCounts.ts';
import { useOpeningPace } from './openingPace.ts';
import { FairPanel } from './FairPanel.tsx';
import { LandingLight } from './LandingLight.tsx';
import { PrizeReel } from './PrizeReel.tsx';
import { rarestAt } from './prizeGroups.ts';
import { publishOpening, revealPrizes } from './queries.ts';
import { ResultCard } from './ResultCard.tsx';
import { sendOpening } from './sendOpening.ts';
import { SeveralResults } from './SeveralResults.tsx';
import { useLandingSting } from './useLandingSting.ts';
import { useHaulText } from './useHaulText.ts';
import { useSkip } from './useSkip.ts';

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
      // several are seen when the last of them is turned over
      shown: (prizes) => {
        if (prizes.length === 1) void revealPrizes(client, prizes);
      },
    }),
  );
  const { phase, spin, outcome, unansweredCount, open, stopped, dismiss, enter } = useStore(opening);
  useEffect(() => enter(), [enter]);
  useEffect(unlockSoundByGesture, []);

  // what the server says during a spin would give the result away, so it is shown after the spin
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
  // what the wheel shows: of several the rarest
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
