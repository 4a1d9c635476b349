import type { RefObject } from 'react';
import type { DrawnCoupon, UserCaseDetails } from '#/contract/cases.ts';
import { ResultCard } from '#/client/areas/cases/results/ResultCard.tsx';
import { SeveralResults } from '#/client/areas/cases/results/SeveralResults.tsx';
import { AskCount } from './AskCount.tsx';

interface OpeningDialogsProps {
  details: UserCaseDetails;
  /** The prize of an opening of one piece; null shows nothing. */
  prize: DrawnCoupon | null;
  /** The prizes of an opening of several pieces; null shows nothing. */
  several: readonly DrawnCoupon[] | null;
  /** Whether the reels have shown these prizes already. */
  isFaceUp: boolean;
  /** The counts of the next and of the last opening, for the question; null shows no question. */
  asked: { count: number; last: number } | null;
  /** @param count the chosen count; null opens nothing */
  onAsked: (count: number | null) => void;
  /** Called when the player has seen all prizes of the opening. */
  onAllSeen: (seen: readonly DrawnCoupon[]) => void;
  onDone: () => void;
  onOpenAnother: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** What the page of a case says in dialogs: what was won (C6), and a question before more pieces are opened than before. */
export function OpeningDialogs({
  details,
  prize,
  several,
  isFaceUp,
  asked,
  onAsked,
  onAllSeen,
  onDone,
  onOpenAnother,
  finalFocus,
}: OpeningDialogsProps) {
  return (
    <>
      <ResultCard
        prize={prize}
        caseName={details.case.name}
        left={details.count}
        onSeen={onAllSeen}
        onKeep={onDone}
        onOpenAnother={onOpenAnother}
        finalFocus={finalFocus}
      />
      <AskCount asked={asked} onChoose={onAsked} onClose={() => onAsked(null)} finalFocus={finalFocus} />
      <SeveralResults
        prizes={several}
        isFaceUp={isFaceUp}
        onAllSeen={onAllSeen}
        onDone={onDone}
        finalFocus={finalFocus}
      />
    </>
  );
}
