import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drop } from '#/contract/cases.ts';
import styles from './DropFeed.module.css';
import { dropsQuery, mergeDrops } from '#/client/domain/queries/casesQueries.ts';
import { itemImage } from '#/client/platform/media/images.ts';
import { useLive, useLiveIsOpen } from '#/client/platform/api/live.ts';
import { RarityMark } from './RarityMark.tsx';
import { cssImage } from '#/client/ui/display/cssImage.ts';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';

/** Interval of the polling while the stream is closed. */
const ASK_EVERY_MS = 60_000;

/**
 * The rare prizes of all players as they are won: a strip that new ones enter at its start. It pauses while a visitor
 * points at it or has the focus in it. A prize is published after its winner has seen it, so nobody learns of their own
 * prize here.
 */
export function DropFeed() {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const isLive = useLiveIsOpen();
  const { data: drops, isPending } = useQuery({
    ...dropsQuery,
    refetchInterval: isLive ? false : ASK_EVERY_MS,
  });
  /** The drops shown while a visitor pauses the strip; null while it runs. */
  const [frozen, setFrozen] = useState<readonly Drop[] | null>(null);
  const [firstId, setFirstId] = useState<number | null>(null);
  if (firstId === null && drops) setFirstId(drops[0]?.id ?? 0);

  useLive(
    'drop',
    useCallback(
      (drop: Drop) =>
        void client.setQueryData(dropsQuery.queryKey, (known) => mergeDrops(known ?? [], [drop])),
      [client],
    ),
  );
  // events missed without a stream are not sent again, so the list is refetched
  useEffect(() => {
    if (isLive) void client.invalidateQueries({ queryKey: dropsQuery.queryKey });
  }, [isLive, client]);

  const pause = () => setFrozen((shown) => shown ?? drops ?? null);
  const goOn = () => setFrozen(null);
  if (!drops && !isPending) return null;
  return (
    <section className={styles.feed} aria-labelledby="drop-feed">
      <header className={styles.head}>
        <h2 id="drop-feed">{t('feed.title')}</h2>
        {isLive && drops && drops.length > 0 && (
          <span className={`label ${styles.live}`} data-paused={frozen !== null || undefined}>
            {t(frozen ? 'feed.paused' : 'feed.live')}
          </span>
        )}
      </header>
      {!drops ? (
        <Skeleton height="80px" />
      ) : drops.length === 0 ? (
        <p className={styles.empty}>{t('feed.empty')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the feed only stands still under the pointer or the focus
        <ul
          className={styles.drops}
          aria-label={t('feed.list')}
          aria-live="off"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the feed scrolls, so the keyboard must reach it
          tabIndex={0}
          onPointerEnter={pause}
          onPointerLeave={goOn}
          onFocus={pause}
          onBlur={goOn}
        >
          {(frozen ?? drops).map((drop) => (
            <DropCard key={drop.id} drop={drop} isNew={firstId !== null && drop.id > firstId} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DropCard({ drop: { player, serverName, item, case: box }, isNew }: { drop: Drop; isNew: boolean }) {
  const { t } = useTranslation('cases');
  const { picture, rim } = itemImage(item.imageName);
  return (
    <li className={styles.drop} data-rarity={item.color} data-new={isNew || undefined}>
      <span className={styles.art}>
        <Picture files={picture} loading="lazy" decoding="async" />
        {rim && <span style={{ maskImage: cssImage(rim) }} />}
      </span>
      <span className={styles.words}>
        <b>{item.name}</b>
        <RarityMark rarity={item.color} />
        <span>{t('feed.from', { player, server: serverName })}</span>
        <span className="unseen">{t('feed.of', { name: box.name })}</span>
      </span>
    </li>
  );
}
