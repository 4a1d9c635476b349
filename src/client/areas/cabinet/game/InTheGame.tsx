import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#/contract/deliveries.ts';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { deliveriesQuery } from '#/client/domain/game/deliveryQueries.ts';
import { DeliveryRow } from '#/client/domain/game/DeliveryRow.tsx';
import { titleOf, wordsOf } from '#/client/domain/game/deliveryWords.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { ScrollPanel } from '#/client/ui/surfaces/ScrollPanel.tsx';
import { gameLinkQuery } from './gameLinkQueries.ts';
import styles from './InTheGame.module.css';

// loaded only for players of servers that need a link
const [GameLink] = laterPart(async () => (await import('./GameLink.tsx')).GameLink);

/** The player's deliveries to the game with their stages (D18). Updates automatically. */
export function InTheGame() {
  const { t } = useTranslation('game');
  const { data: link } = useQuery(gameLinkQuery);
  const titleId = useId();
  return (
    <section id="in-the-game" className={styles.section} aria-labelledby={titleId}>
      <SectionHeading title={t('title')} id={titleId} />
      {link && (link.state !== 'none' || link.canLinkHere) && (
        <div className={styles.link}>
          <Suspense>
            <GameLink link={link} />
          </Suspense>
        </div>
      )}
      <Deliveries titleId={titleId} />
    </section>
  );
}

function Deliveries({ titleId }: { titleId: string }) {
  const { t } = useTranslation('game');
  const query = useInfiniteQuery(deliveriesQuery);
  return (
    <PagedList
      query={query}
      itemsOf={(page) => page.deliveries}
      labels={{
        loading: t('loading'),
        retry: t('retry'),
        failed: t('failed'),
        failedText: errorTextOf(query.error),
        more: t('more'),
        moreFailed: t('moreFailed'),
        complete: t('noMore'),
      }}
      skeleton={<Skeleton height="160px" />}
      empty={
        <EmptyState
          icon="gift"
          title={t('emptyTitle')}
          text={t('emptyText')}
          picture={shopImage('items/gift')}
        />
      }
    >
      {(deliveries, end) => (
        <>
          <ScrollPanel titleId={titleId} height="tall" end={end}>
            <ul>
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          </ScrollPanel>
          <Changes deliveries={deliveries} />
        </>
      )}
    </PagedList>
  );
}

/** Tells screen readers what has come or moved on. Outside the list: a live list would stay readable behind a dialog. */
function Changes({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation('game');
  const [known, setKnown] = useState(deliveries);
  const [told, setTold] = useState('');
  if (known !== deliveries) {
    setKnown(deliveries);
    const stages = new Map(known.map(({ id, stage }) => [id, stage]));
    const newest = Math.max(...stages.keys());
    // an older delivery only came with the next page of the list
    const changed = deliveries.filter(
      ({ id, stage }) => id > newest || (stages.has(id) && stages.get(id) !== stage),
    );
    if (changed.length > 0)
      setTold(changed.map((delivery) => `${titleOf(delivery, t)}: ${wordsOf(delivery, t)}`).join(' '));
  }
  return <output className="unseen">{told}</output>;
}
