import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { prefersNoMotion } from '#/client/platform/theme/motion.ts';
import { type DrawnCoupon, RARITIES } from '#/contract/cases.ts';
import { play } from '#/client/platform/media/sound.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Dialog, DialogDescription, DialogFoot, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { GroupSwap } from './GroupSwap.tsx';
import { PrizeHaul } from './PrizeHaul.tsx';
import { type PrizeGroup, prizeGroups, restOf } from '#/client/areas/cases/state/prizeGroups.ts';
import styles from './SeveralResults.module.css';
import { TurningCards } from './TurningCards.tsx';
import { useHaulText } from './useHaulText.ts';
import { isPress, useSkipKeys } from '#/client/areas/cases/state/useSkipKeys.ts';
import { whenVisible } from '#/client/areas/cases/state/whenVisible.ts';

interface SeveralResultsProps {
  /** The prizes to show; null shows nothing. */
  prizes: readonly DrawnCoupon[] | null;
  /** Whether the player has seen each of them land, so that no card lies face down. */
  isFaceUp?: boolean;
  /** Called when all cards are turned over and the tab is visible. */
  onAllSeen: (prizes: readonly DrawnCoupon[]) => void;
  onDone: () => void;
  /** Where the focus goes afterwards; by default to the element that had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** A sentence below the title, in place of the usual one. */
  text?: string | undefined;
}

/**
 * Shows the prizes of several pieces (R5). The cards turn over rarity by rarity, the rarest last. The sums, the exchange
 * and the announcement come after the last card, because they would give the rare ones away. Escape, Space and the
 * button turn all cards at once. The player owns the prizes already, however the dialog is closed.
 */
export function SeveralResults({
  prizes,
  isFaceUp = false,
  onAllSeen,
  onDone,
  finalFocus,
  text,
}: SeveralResultsProps) {
  const groups = prizeGroups(prizes ?? []);
  const [dealt, setDealt] = useState<readonly DrawnCoupon[] | null>(null);
  /** Number of rarities that lie face down; they are the first in `groups`, the rarest. */
  const [hidden, setHidden] = useState(0);
  const [isSkipped, setIsSkipped] = useState(false);
  /** The last cards have turned over, so a player who closes the dialog has seen them. */
  const [isSeen, setIsSeen] = useState(false);
  if (prizes !== dealt) {
    setDealt(prizes);
    setHidden(isFaceUp || prefersNoMotion() ? 0 : groups.length);
    setIsSkipped(isFaceUp);
    setIsSeen(false);
  }
  const mainButton = useRef<HTMLButtonElement>(null);
  const showAll = () => {
    setIsSkipped(true);
    setHidden(0);
  };
  return (
    <Dialog
      open={prizes !== null}
      width={(prizes?.length ?? 0) > 4 ? 'wide' : 'medium'}
      onClose={() => (isSeen ? onDone() : showAll())}
      initialFocus={mainButton}
      {...(finalFocus && { finalFocus })}
    >
      {prizes && prizes === dealt && (
        <Haul
          prizes={prizes}
          groups={groups}
          hidden={hidden}
          isSkipped={isSkipped}
          isFaceUp={isFaceUp}
          isSeen={isSeen}
          onSeen={() => setIsSeen(true)}
          onTurn={() => setHidden((left) => Math.max(0, left - 1))}
          onShowAll={showAll}
          onAllSeen={() => onAllSeen(prizes)}
          onDone={onDone}
          mainButton={mainButton}
          text={text}
        />
      )}
    </Dialog>
  );
}

interface HaulProps {
  prizes: readonly DrawnCoupon[];
  groups: readonly PrizeGroup[];
  hidden: number;
  isSkipped: boolean;
  isFaceUp: boolean;
  isSeen: boolean;
  onSeen: () => void;
  onTurn: () => void;
  onShowAll: () => void;
  onAllSeen: () => void;
  onDone: () => void;
  mainButton: RefObject<HTMLButtonElement | null>;
  text: string | undefined;
}

function Haul({
  prizes,
  groups,
  hidden,
  isSkipped,
  isFaceUp,
  isSeen,
  onSeen,
  onTurn,
  onShowAll,
  onAllSeen,
  onDone,
  mainButton,
  text,
}: HaulProps) {
  const { t } = useTranslation('cases');
  const haulText = useHaulText();
  const isTurning = hidden > 0;
  const isOne = prizes.length === 1;
  const next = groups[hidden - 1]?.color;
  const isLast = hidden === 1;
  const haul = useRef<HTMLDivElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const turn = useEffectEvent(onTurn);
  useEffect(() => {
    if (next === undefined) return undefined;
    const timer = setTimeout(() => {
      // on a phone the cards of this rarity may lie outside the window; the rarest lie below the title
      if (isLast) haul.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
      else
        cards.current
          ?.querySelector(`[data-rarity='${next}']`)
          ?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
      play(next);
      turn();
    }, tuning.dom.turnRarityMs);
    return () => clearTimeout(timer);
  }, [next, isLast]);
  const seen = useEffectEvent(onSeen);
  const isAtOnce = isSkipped || prefersNoMotion();
  useEffect(() => {
    if (isTurning) return undefined;
    const timer = setTimeout(() => seen(), tuning.dom[isAtOnce ? 'secondLookMs' : 'turnCardsMs']);
    return () => clearTimeout(timer);
  }, [isTurning, isAtOnce]);
  useSkipKeys(!isSeen, onShowAll);

  const allSeen = useEffectEvent(onAllSeen);
  useEffect(() => {
    return isTurning ? undefined : whenVisible(() => allSeen());
  }, [isTurning]);

  const isSpaceSpent = useRef(false);
  const collect = () => {
    play('click');
    onDone();
  };
  return (
    <div
      ref={haul}
      className={styles.haul}
      data-testid="results"
      onKeyDownCapture={(event) => {
        const isEarly = event.key === ' ' && !isSeen;
        if (!isPress(event) || !(event.repeat || isEarly)) return;
        // a key held on "show all" must not collect as well, nor Space that was pressed before all could be seen:
        // it would press the button when it is released
        event.preventDefault();
        isSpaceSpent.current = event.key === ' ';
        if (!event.repeat) onShowAll();
      }}
      onKeyUpCapture={(event) => {
        if (event.key !== ' ' || !isSpaceSpent.current) return;
        event.preventDefault();
        isSpaceSpent.current = false;
      }}
    >
      <DialogTitle>{t('several.title', { count: prizes.length })}</DialogTitle>
      <DialogDescription className={styles.kept}>
        {text ?? t(isOne ? 'result.kept' : 'several.kept')}
      </DialogDescription>
      <output className="unseen">
        {isSeen && t('several.announcement', { count: prizes.length, haul: haulText(prizes) })}
      </output>
      <div ref={cards} data-one={isOne || undefined} className={styles.cards}>
        <TurningCards groups={groups} hidden={hidden} isInstant={isSkipped} />
      </div>
      <div
        className={styles.totals}
        data-seen={isSeen || undefined}
        style={
          {
            // cards that lie face up have nothing to hide
            '--rows': isFaceUp ? groups.length : isOne ? 0 : Math.min(RARITIES.length, prizes.length),
          } as CSSProperties
        }
      >
        {isSeen && isOne && (
          <GroupSwap
            coupons={prizes.filter(({ isSwapAvailable }) => isSwapAvailable)}
            variant="secondary"
            wide
            labelOf={({ price }) => t('result.swap', { price })}
          />
        )}
        {isSeen && !isOne && (
          <>
            <PrizeHaul groups={groups} />
            <GroupSwap
              coupons={restOf(prizes)}
              variant="secondary"
              wide
              labelOf={(counted) => t('several.swapRest', counted)}
            />
          </>
        )}
        {!isSeen && !isOne && <p className="label">{t('several.later')}</p>}
      </div>
      <DialogFoot>
        {/* nothing may take its place: a late press on "show all" must not exchange anything */}
        <Button
          ref={mainButton}
          variant={isSeen ? 'primary' : 'secondary'}
          size="large"
          wide
          onClick={isSeen ? collect : onShowAll}
        >
          {isOne
            ? t(isSeen ? 'result.keep' : 'unrevealed.show')
            : t(isSeen ? 'several.collect' : 'several.showAll')}
        </Button>
      </DialogFoot>
    </div>
  );
}
