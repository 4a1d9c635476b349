import {
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { useIsClosed } from '#/client/platform/api/closedParts.ts';
import { play } from '#/client/platform/media/sound.ts';
import { warmUpRoulette } from '#/client/stage/index.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Chip } from '#/client/ui/display/Chip.tsx';
import { Plate } from '#/client/ui/surfaces/Plate.tsx';
import { Switch } from '#/client/ui/inputs/Switch.tsx';
import { CaseCrate } from './CaseCrate.tsx';
import styles from './CaseHero.module.css';
import { CasePrice } from './CasePrice.tsx';
import { useOpeningPace } from '#/client/areas/cases/state/openingPace.ts';
import { OpenNote } from './OpenNote.tsx';
import { OpenSeveral } from './OpenSeveral.tsx';
import { SkipButton } from './SkipButton.tsx';
import { SoundControls } from './SoundControls.tsx';

interface CaseHeroProps {
  details: UserCaseDetails;
  isSpinning: boolean;
  /** Whether several reels stand one above the other. */
  isStacked: boolean;
  /** Whether the lid of the case is open. */
  isOpen: boolean;
  /** Why the last opening gave no prize, if there is no reel to say so; else null. */
  failure: string | null;
  /** Number of pieces to open at once; null for one. */
  count: number | null;
  onCountChange: (count: number | null) => void;
  /** Whether the next click repeats a request that got no answer. */
  isCountLocked: boolean;
  onOpen: () => void;
  onSkip: () => void;
  /** Set to what gets the focus back after a dialog: the button, or the note while the button is disabled. */
  focusPlace: RefObject<HTMLElement | null>;
  /** The reel. It stands beside the button, so that both are visible without scrolling. */
  children: ReactNode;
}

/** The head of the page: the case with its texts, price and stock, the button that opens it, and the reel. */
export function CaseHero({
  details,
  isSpinning,
  isStacked,
  isOpen,
  failure,
  count: several,
  onCountChange,
  isCountLocked,
  onOpen,
  onSkip,
  focusPlace,
  children,
}: CaseHeroProps) {
  const { t } = useTranslation('cases');
  const { case: box, count } = details;
  const isClosed = useIsClosed('openings');
  const { isQuick, setQuick } = useOpeningPace();
  const [isAwaited, setIsAwaited] = useState(false);
  const isSoldOut = count < 1 && !isSpinning;
  const openButton = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const isSkipFocusLost = useRef(false);
  // without a prize no dialog takes the focus of a button that goes or is disabled (E5)
  useLayoutEffect(() => {
    if (isSpinning) return;
    const isLost = isSkipFocusLost.current || (isSoldOut && document.activeElement === openButton.current);
    isSkipFocusLost.current = false;
    if (isLost && !isOpen) (isSoldOut ? note : openButton).current?.focus();
  }, [isSpinning, isSoldOut, isOpen]);
  useImperativeHandle(focusPlace, () => (isSoldOut ? note : openButton).current!, [isSoldOut]);
  return (
    <div className={`wrap ${styles.hero}`} data-stacked={isStacked || undefined}>
      <div className={styles.crate}>
        <CaseCrate
          caseId={box.id}
          imageName={box.imageName}
          isOpen={isOpen}
          isSpinning={isSpinning}
          isAwaited={isAwaited}
        />
      </div>
      <div className={styles.head}>
        <Plate code="ONE">{box.plate}</Plate>
        <h1>{box.name}</h1>
      </div>
      {children}
      <div className={styles.controls}>
        <div className={styles.chips}>
          <Chip icon="case" label={t('case.stock')} value={t('case.stockCount', { pieces: count })} />
          <Chip icon="stack" label={t('case.prizes')} value={box.items.length} />
          <SoundControls />
        </div>
        <div className={styles.action}>
          <Button
            ref={openButton}
            variant="primary"
            size="large"
            icon="unlock"
            disabled={isSoldOut}
            busy={isSpinning}
            spent={isClosed && !isSpinning}
            onClick={onOpen}
            onKeyDown={(event) => {
              // a key held on the result, which gives the focus back, must not open the next case
              if (event.repeat && event.key === 'Enter') event.preventDefault();
            }}
            onFocus={() => {
              warmUpRoulette();
              setIsAwaited(true);
            }}
            onPointerEnter={({ pointerType }) => {
              warmUpRoulette();
              setIsAwaited(true);
              if (pointerType === 'mouse' && count > 0 && !isSpinning) play('hover');
            }}
            aria-describedby="open-note"
          >
            {isSpinning
              ? t('case.spinning')
              : several === null
                ? t('case.open')
                : t('case.openSeveral', { pieces: several })}
          </Button>
          <div className={styles.pace}>
            <Switch label={t('case.quick')} checked={isQuick} onCheckedChange={setQuick} />
            {isSpinning && (
              <SkipButton
                onSkip={onSkip}
                onFocusLost={() => {
                  isSkipFocusLost.current = true;
                }}
              />
            )}
          </div>
          <OpenSeveral
            stock={count}
            count={several}
            onCountChange={onCountChange}
            isLocked={isSpinning || isCountLocked}
          />
        </div>
        <OpenNote place={note} details={details} isSpinning={isSpinning} sentence={failure} />
      </div>
      <div className={styles.about}>
        <p>{box.description}</p>
        <CasePrice id={box.id} />
      </div>
    </div>
  );
}
