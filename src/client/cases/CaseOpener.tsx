import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { endpoints } from '#/contract/endpoints.ts';
import { call } from '../api.ts';
import { play, unlockSound, unlockSoundByGesture } from '../sound.ts';
import { CaseHero } from './CaseHero.tsx';
import styles from './CaseOpener.module.css';
import { createCaseOpening } from './caseOpening.ts';
import { CaseTrail } from './CaseTrail.tsx';
import { ContentsGrid } from '../ContentsGrid.tsx';
import { useOpeningPace } from './openingPace.ts';
import { PrizeReel } from './PrizeReel.tsx';
import { publishOpening, revealPrizes } from './queries.ts';
import { ResultCard } from './ResultCard.tsx';
import { useSkip } from './useSkip.ts';

/** Opens one case: the hero with the button, the reel, the result and what the case may hold (C6). */
export function CaseOpener({ details: latest }: { details: UserCaseDetails }) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const caseId = latest.case.id;
  const [opening] = useState(() =>
    createCaseOpening({
      send: (body, idempotencyKey) => call(endpoints.openCase, { body }, { idempotencyKey }),
      publish: (outcome) => publishOpening(client, caseId, outcome),
      shown: (prize) => void revealPrizes(client, [prize.id]),
    }),
  );
  const { phase, spin, outcome, open, stopped, dismiss, enter } = useStore(opening);
  useEffect(() => enter(), [enter]);
  useEffect(unlockSoundByGesture, []);

  // what the server says during a spin would give the result away, so it is shown after the spin
  const isSpinning = phase === 'waiting' || phase === 'answered';
  const [details, setDetails] = useState(latest);
  if (!isSpinning && details !== latest) setDetails(latest);

  const start = () => {
    unlockSound();
    play('click');
    play('spin');
    void open(details);
  };
  const isQuick = useOpeningPace((choice) => choice.isQuick);
  const { isSkipped, skip } = useSkip(isSpinning ? (spin?.id ?? null) : null);
  const openButton = useRef<HTMLButtonElement>(null);
  const shown = phase === 'shown' ? outcome : null;
  const prize = shown?.prize ?? null;
  useEffect(() => {
    if (shown) play(shown.failure ? 'error' : shown.prize.color);
  }, [shown]);
  return (
    <div className={styles.page}>
      <CaseTrail caseName={details.case.name} />
      <CaseHero
        details={details}
        isSpinning={isSpinning}
        isOpen={phase !== 'idle' && !shown?.failure}
        failure={shown?.failure ?? null}
        onOpen={start}
        onSkip={skip}
        openButton={openButton}
      />
      <PrizeReel
        items={details.case.items}
        caseName={details.case.name}
        spin={shown?.failure || spin?.oddsHash !== details.oddsHash ? null : spin}
        winnerId={outcome?.landOnId ?? null}
        isPrize={!outcome?.failure}
        pace={isQuick ? 'quick' : 'full'}
        isSkipped={isSkipped}
        onSkip={skip}
        onStopped={stopped}
      />
      {/* aria-live in so many words keeps it readable behind the dialog */}
      <output className="unseen" aria-live="polite">
        {isSpinning && t('case.spinning')}
        {prize && t('result.announcement', { name: prize.name, rarity: t(`rarity.${prize.color}`) })}
      </output>
      <ResultCard
        prize={prize}
        left={details.count}
        onKeep={dismiss}
        onOpenAnother={() => {
          dismiss();
          start();
        }}
        finalFocus={openButton}
      />
      <ContentsGrid items={details.case.items} />
    </div>
  );
}
