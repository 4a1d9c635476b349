import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayerNewsEntry } from '#/contract/kernel/playerNews.ts';
import { newsQuery, readAllNews, readNews } from '#/client/domain/queries/newsQueries.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { useMinutes } from '#/client/platform/i18n/formatAgo.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { groupByDay } from './newsDays.ts';
import { NewsRow } from './NewsRow.tsx';
import { useSeen } from './useSeen.ts';
import styles from './News.module.css';

/** About as many as fill the window, so that the footer does not move when the news come. */
const SKELETONS = Array.from({ length: 6 }, (_, at) => at);

const here = (path: string) => inLocale(pageConfig.locale, path);

/**
 * What happened while the player was away (C15): deliveries, refunds, friends and promotions by day. Entries that were in
 * sight are read; they keep their mark while the list is open.
 */
export function News() {
  const { t } = useTranslation(['news', 'common']);
  const titleId = useId();
  const client = useQueryClient();
  const query = useInfiniteQuery(newsQuery);
  const { data: player } = useQuery(playerQuery);
  const section = useRef<HTMLElement>(null);
  const news = query.data?.pages.flatMap((page) => page.news) ?? [];
  const newest = news[0]?.id;
  const unread = news.filter(({ isRead }) => !isRead).map(({ id }) => id);
  const hasUnread = (player?.unreadNews ?? 0) > 0 || unread.length > 0;
  const readAll = useMutation({
    mutationFn: (upTo: number) => readAllNews(client, upTo),
    // the button is gone
    onSuccess: () => section.current?.focus({ preventScroll: true }),
    onError: (error) =>
      notify({ type: 'error', title: t('common:toast.error'), description: errorTextOf(error) }),
  });
  useSeen(section, unread.join(','), (ids) => readNews(client, { ids }));
  return (
    <section ref={section} tabIndex={-1} className={styles.news} aria-labelledby={titleId}>
      <SectionHeading title={t('title')} id={titleId}>
        <div className={styles.actions}>
          {newest !== undefined && hasUnread && (
            <Button
              variant="quiet"
              size="small"
              icon="check"
              busy={readAll.isPending}
              onClick={() => readAll.mutate(newest)}
            >
              {t('readAll')}
            </Button>
          )}
          <ButtonLink to={here(paths.settings('mails'))} variant="quiet" size="small" icon="envelope">
            {t('settings')}
          </ButtonLink>
        </div>
      </SectionHeading>
      <output className="unseen">{readAll.isSuccess && !hasUnread && t('allRead')}</output>
      <PagedList
        query={query}
        itemsOf={(page) => page.news}
        labels={{
          loading: t('loading'),
          retry: t('retry'),
          failed: t('failed'),
          failedText: errorTextOf(query.error),
          more: t('more'),
          moreFailed: t('moreFailed'),
          complete: t('noMore'),
        }}
        skeleton={
          <div className={styles.skeletons}>
            {SKELETONS.map((row) => (
              <Skeleton key={row} height="76px" />
            ))}
          </div>
        }
        empty={
          <EmptyState
            icon="bell"
            title={t('emptyTitle')}
            text={t('emptyText')}
            picture={shopImage('items/phone')}
            action={
              <ButtonLink to={here(paths.donate)} variant="secondary" icon="arrowRight">
                {t('emptyAction')}
              </ButtonLink>
            }
          />
        }
      >
        {(entries, end) => (
          <>
            <Days news={entries} />
            {end && <div className={styles.end}>{end}</div>}
          </>
        )}
      </PagedList>
    </section>
  );
}

function Days({ news }: { news: readonly PlayerNewsEntry[] }) {
  const nowMs = useMinutes();
  // an entry that came meanwhile moves the others to the next page, where they would appear again
  const once = [...new Map(news.map((entry) => [entry.id, entry])).values()];
  return groupByDay(once, nowMs).map(({ name, entries }) => (
    <section key={name} className={styles.day} aria-label={name}>
      <h3 className="label">{name}</h3>
      <ul>
        {entries.map((entry) => (
          <NewsRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  ));
}
