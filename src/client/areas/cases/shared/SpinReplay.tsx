import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedPrize } from '#/contract/sharedPrizes.ts';
import { itemImage } from '#/client/platform/media/images.ts';
import { Roulette, StageBoundary } from '#/client/stage/index.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { oddsItemsQuery } from './sharedPrizeQuery.ts';
import styles from './SpinReplay.module.css';

/**
 * Shows the spin of a shared prize again on the same stage (C14). The stage is loaded when the visitor starts it. The draw
 * decides the tiles and the place to stop, as it did for the winner.
 */
export function SpinReplay({ prize }: { prize: SharedPrize }) {
  const { t } = useTranslation('prize');
  const { t: cases } = useTranslation('cases');
  const [spinId, setSpinId] = useState(0);
  const [isSkipped, setIsSkipped] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const isStarted = spinId > 0;
  const query = useQuery({ ...oddsItemsQuery(prize.oddsHash), enabled: isStarted });
  const { data: items, isError, isFetching, refetch } = query;
  const tiles = useMemo(
    () =>
      items?.map(({ id, name, imageName, color, tickets }) => {
        const { picture } = itemImage(imageName);
        const rarityLabel = cases(`rarity.${color}`);
        return { id, name, imageUrl: picture.avif, fallbackUrl: picture.webp, color, tickets, rarityLabel };
      }),
    [items, cases],
  );
  const start = () => {
    setSpinId((last) => last + 1);
    setIsSkipped(false);
    setIsOver(false);
    setIsLost(false);
    if (isError) void refetch();
  };
  const isSpinning = isStarted && !isOver && !isLost && !isError;
  const { epochId, nonce } = prize.draw;
  return (
    <section className={styles.replay} aria-label={t('page.replay')}>
      {isStarted &&
        !isLost && (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button below skips for everybody
          <div className={styles.reel} onClick={() => setIsSkipped(true)}>
            <StageBoundary onError={() => setIsLost(true)}>
              <Suspense fallback={null}>
                {tiles && (
                  <Roulette
                    items={tiles}
                    spin={{ id: spinId, isFresh: true }}
                    winnerId={prize.item.id}
                    draw={`${epochId}:${nonce}`}
                    isSkipped={isSkipped}
                    onPhase={(phase) => phase === 'finished' && setIsOver(true)}
                    label={t('page.reel', { case: prize.case.name })}
                  />
                )}
              </Suspense>
            </StageBoundary>
          </div>
        )}
      <div className={styles.actions}>
        {isSpinning ? (
          <Button variant="secondary" onClick={() => setIsSkipped(true)}>
            {t('page.skip')}
          </Button>
        ) : (
          <Button icon="reload" busy={isError && isFetching} onClick={start}>
            {t(isStarted ? 'page.replayed' : 'page.replay')}
          </Button>
        )}
        <output className={styles.landed}>{isOver && t('page.landed', { name: prize.item.name })}</output>
      </div>
      <FormAlert sentences={isLost || isError ? [t('page.replayFailed')] : []} />
      <p className={styles.note}>{t('page.replayNote')}</p>
    </section>
  );
}
