import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drop, DropFeedReply } from '#/contract/cases.ts';
import styles from './DropFeed.module.css';
import { DropCard } from './DropCard.tsx';
import { addDrops, dropsQuery } from '#/client/domain/queries/casesQueries.ts';
import { useLive, useLiveIsOpen } from '#/client/platform/api/live.ts';
import { useMinutes } from '#/client/platform/i18n/formatAgo.ts';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';

/** Interval of the polling while the stream is closed. */
const ASK_EVERY_MS = 60_000;
/** Interval at which a live feed asks whether the times have become quiet. */
const ASK_LIVE_EVERY_MS = 5 * 60_000;

interface DropFeedProps {
  /** Shows only the prizes of this case; those of all cases, with links to them, if absent. */
  caseId?: number;
}

/**
 * The rare prizes of all players as they are won: a strip that new ones enter at its start, or in quiet times the best of
 * the week (FA8). It pauses while a visitor points at it or has the focus in it. A prize is published after its winner
 * has seen it, so nobody learns of their own prize here. All its states have the same height.
 */
export function DropFeed({ caseId }: DropFeedProps) {
  const { t } = useTranslation('cases');
  const titleId = useId();
  const isLive = useLiveIsOpen();
  const isOfCase = caseId !== undefined;
  const {
    data: feed,
    isPending,
    isFetching,
    refetch,
  } = useQuery({ ...dropsQuery(caseId), refetchInterval: isLive ? ASK_LIVE_EVERY_MS : ASK_EVERY_MS });
  useNewDrops(caseId);
  /** The feed shown while a visitor pauses the strip; null while it runs. */
  const [frozen, setFrozen] = useState<DropFeedReply | null>(null);
  const pause = () => setFrozen((shown) => shown ?? feed ?? null);
  const goOn = () => setFrozen(null);
  const shown = frozen ?? feed;
  const isWeek = shown?.period === 'week' && shown.drops.length > 0;
  const isRunning = isLive && shown?.period === 'newest';
  return (
    <section className={styles.feed} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>
          {isOfCase
            ? t(isWeek ? 'feed.weekCaseTitle' : 'feed.caseTitle')
            : t(isWeek ? 'feed.weekTitle' : 'feed.title')}
        </h2>
        {isRunning && (
          <span className={`label ${styles.live}`} data-paused={frozen !== null || undefined}>
            {t(frozen ? 'feed.paused' : 'feed.live')}
          </span>
        )}
        {isWeek && <span className={styles.note}>{t('feed.weekNote')}</span>}
      </header>
      {!shown ? (
        isPending ? (
          <Skeleton height="var(--strip)" />
        ) : (
          <div className={styles.words}>
            <p>{t('feed.failed')}</p>
            <Button
              variant="quiet"
              size="small"
              icon="reload"
              busy={isFetching}
              onClick={() => void refetch()}
            >
              {t('inventory.retry')}
            </Button>
          </div>
        )
      ) : shown.drops.length === 0 ? (
        <p className={styles.words}>{t(isOfCase ? 'feed.emptyCase' : 'feed.empty')}</p>
      ) : (
        <Strip
          feed={shown}
          hasLinks={!isOfCase}
          label={t(isWeek ? 'feed.weekList' : 'feed.list')}
          onEnter={pause}
          onLeave={goOn}
        />
      )}
    </section>
  );
}

/** Applies the drops of the stream. What a quiet feed shows, only the server decides. */
function useNewDrops(caseId: number | undefined): void {
  const client = useQueryClient();
  const isLive = useLiveIsOpen();
  const take = useCallback(
    (drop: Drop) => {
      if (caseId !== undefined && drop.case.id !== caseId) return;
      const { queryKey } = dropsQuery(caseId);
      const known = client.getQueryData<DropFeedReply>(queryKey);
      if (known?.period === 'newest') client.setQueryData(queryKey, addDrops(known, [drop]));
      else void client.invalidateQueries({ queryKey });
    },
    [client, caseId],
  );
  useLive('drop', take);
  // events missed without a stream are not sent again, so the list is refetched
  useEffect(() => {
    if (isLive) void client.invalidateQueries({ queryKey: dropsQuery(caseId).queryKey });
  }, [isLive, client, caseId]);
}

interface StripProps {
  feed: DropFeedReply;
  hasLinks: boolean;
  label: string;
  onEnter: () => void;
  onLeave: () => void;
}

function Strip({ feed: { drops, period }, hasLinks, label, onEnter, onLeave }: StripProps) {
  const nowMs = useMinutes();
  const firstId = drops[0]?.id;
  const [move, setMove] = useState({ firstId, period, count: 0 });
  if (move.firstId !== firstId || move.period !== period)
    setMove({ firstId, period, count: move.period === period && period === 'newest' ? move.count + 1 : 0 });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the feed only stands still under the pointer or the focus
    <ul
      className={styles.drops}
      aria-label={label}
      aria-live="off"
      // two moves of the same look in turn, because an animation of the same name would not begin again
      data-move={move.count === 0 ? undefined : move.count % 2 ? 'odd' : 'even'}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the feed scrolls, so the keyboard must reach it
      tabIndex={hasLinks ? undefined : 0}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onFocus={onEnter}
      onBlur={onLeave}
    >
      {drops.map((drop) => (
        <DropCard key={drop.id} drop={drop} nowMs={nowMs} hasLink={hasLinks} />
      ))}
    </ul>
  );
}
