import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawnCoupon, UserCaseDetails } from '#/contract/cases.ts';
import { itemImage } from '#/client/platform/media/images.ts';
import { ReelStack, Roulette, StageBoundary, warmUpReelStack, warmUpRoulette } from '#/client/stage/index.ts';
import styles from './CaseOpener.module.css';
import type { CaseOpening } from './caseOpening.ts';
import { OpenFailure } from './OpenFailure.tsx';
import { isRunning, prizeOnRoulette, rowPrizes } from './openingState.ts';

/** Public name of the draw, with which anybody can look it up (PF1). */
const drawName = ({ draw }: DrawnCoupon) => `${draw.epochId}:${draw.nonce}`;

interface PrizeReelProps {
  details: UserCaseDetails;
  opening: CaseOpening;
  /** Number of reels. Another number needs another `key`. */
  rows: number;
  /** Why the last spin has ended without a prize; null if it has not. */
  failure: string | null;
  /** Whether the reel only reserves its space, because its code is loaded after the page can be used. */
  isAwaited: boolean;
}

/**
 * The roulette with the prizes of a case, or several reels one above the other. Its space is reserved before it is
 * loaded, so that the page does not move.
 */
export function PrizeReel({ details, opening, rows, failure, isAwaited }: PrizeReelProps) {
  const { t } = useTranslation('cases');
  const host = useRef<HTMLDivElement>(null);
  const { spin, outcome } = opening;
  const { name: caseName, items } = details.case;
  // a spin that ended on the reels before these ones is not shown again
  const [formerSpinId] = useState(() => (isRunning(opening) ? undefined : spin?.id));
  const isShown = failure === null && spin?.oddsHash === details.oddsHash && spin.id !== formerSpinId;
  const shownSpin = isShown ? spin : null;
  const prize = prizeOnRoulette(opening);
  const isStacked = rows > 1;
  useEffect(() => {
    if (!isAwaited) (isStacked ? warmUpReelStack : warmUpRoulette)();
  }, [isAwaited, isStacked]);
  const ends = useMemo(() => {
    if (!outcome) return null;
    const drawn = outcome.prizes && rowPrizes(outcome.prizes);
    return outcome.landOnIds.map((winnerId, row) => {
      const ofRow = drawn?.[row];
      return { winnerId, draw: ofRow && drawName(ofRow) };
    });
  }, [outcome]);

  const tiles = useMemo(
    () =>
      items.map(({ id, name, imageName, color, tickets }) => {
        const { picture } = itemImage(imageName);
        return {
          id,
          name,
          imageUrl: picture.avif,
          fallbackUrl: picture.webp,
          color,
          tickets,
          rarityLabel: t(`rarity.${color}`),
        };
      }),
    [items, t],
  );

  // on a phone the reel is below the button that starts it
  const spinId = shownSpin?.id;
  useEffect(() => {
    if (spinId) host.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [spinId]);

  // keyboard users skip with the button, Escape and Space
  const skip = useEffectEvent(opening.skip);
  useEffect(() => {
    const reel = host.current;
    const onClick = () => skip();
    reel?.addEventListener('click', onClick);
    return () => reel?.removeEventListener('click', onClick);
  }, []);

  const common = {
    items: tiles,
    spin: shownSpin,
    isPrize: !outcome?.failure,
    pace: spin?.isQuick ? 'quick' : 'full',
    isSkipped: opening.isSkipped,
    onPhase: opening.enterPhase,
    onPlan: opening.playTicks,
    label: t('case.reel', { name: caseName }),
  } as const;
  return (
    <div ref={host} className={styles.reel}>
      {!isAwaited && (
        <StageBoundary onError={opening.loseRoulette}>
          <Suspense fallback={null}>
            {isStacked ? (
              <ReelStack {...common} rows={rows} ends={ends} onLand={opening.landRow} />
            ) : (
              <Roulette {...common} winnerId={outcome?.landOnId ?? null} draw={prize && drawName(prize)} />
            )}
          </Suspense>
        </StageBoundary>
      )}
      {failure !== null && (
        <div className={styles.ended}>
          <OpenFailure sentence={failure} />
        </div>
      )}
    </div>
  );
}
