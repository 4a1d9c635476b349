import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseItem } from '#/contract/cases.ts';
import { itemImage } from '#/client/platform/media/images.ts';
import { play, scheduleTicks } from '#/client/platform/media/sound.ts';
import { Roulette, StageBoundary, warmUpRoulette } from '#/client/stage/index.ts';
import styles from './PrizeReel.module.css';

interface PrizeReelProps {
  items: readonly CaseItem[];
  caseName: string;
  spin: { id: number } | null;
  /** Where to land; null while unknown. */
  winnerId: number | null;
  /** The draw behind it; undefined after a failure. */
  draw: string | undefined;
  /** False: the roulette stops there after a failure, and nothing was won (R4). */
  isPrize: boolean;
  pace: 'full' | 'quick';
  isSkipped: boolean;
  /** The wheel was clicked while it turned. */
  onSkip: () => void;
  /** The roulette stands still, and its light shines on the prize. */
  onLanded: () => void;
  /** The prize was seen on the wheel. */
  onStopped: () => void;
}

/** The roulette with the prizes of a case. Its place is reserved before it is loaded, so that nothing jumps. */
export function PrizeReel({
  items,
  caseName,
  spin,
  winnerId,
  draw,
  isPrize,
  pace,
  isSkipped,
  onSkip,
  onLanded,
  onStopped,
}: PrizeReelProps) {
  const { t } = useTranslation('cases');
  const host = useRef<HTMLDivElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(warmUpRoulette, []);

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
  const spinId = spin?.id;
  useEffect(() => {
    if (spinId) host.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [spinId]);

  // keyboard users skip with the button, Escape and Space
  const skip = useEffectEvent(onSkip);
  useEffect(() => {
    const reel = host.current;
    const onClick = () => skip();
    reel?.addEventListener('click', onClick);
    return () => reel?.removeEventListener('click', onClick);
  }, []);

  const silence = useRef(() => {});
  useEffect(() => () => silence.current(), []);

  // without a reel the result is all there is to see (R7)
  const show = useEffectEvent(() => {
    onLanded();
    onStopped();
  });
  useEffect(() => {
    if (isBroken && spinId && winnerId !== null) show();
  }, [isBroken, spinId, winnerId]);

  if (isBroken) return null;
  return (
    <div ref={host} className={styles.reel}>
      <StageBoundary onError={() => setIsBroken(true)}>
        <Suspense fallback={null}>
          <Roulette
            items={tiles}
            spin={spin}
            winnerId={winnerId}
            draw={draw}
            isPrize={isPrize}
            pace={pace}
            isSkipped={isSkipped}
            onPhase={(phase) => {
              // the roulette has stopped; the prize is announced a little later
              if (phase === 'final') {
                play('land');
                onLanded();
              }
              if (phase === 'finished') onStopped();
            }}
            onPlan={(plan) => {
              silence.current();
              silence.current = scheduleTicks(plan);
            }}
            label={t('case.reel', { name: caseName })}
          />
        </Suspense>
      </StageBoundary>
    </div>
  );
}
