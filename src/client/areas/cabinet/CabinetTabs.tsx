import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useOutletContext } from 'react-router-dom';
import { Inventory } from '#/client/areas/cases/inventory/Inventory.tsx';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { loadTexts } from '#/client/platform/i18n/i18n.ts';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { OrderHistory } from '#/client/areas/shop/orders/OrderHistory.tsx';
import type { CabinetTab } from './CabinetPage.tsx';
import { InTheGame } from './game/InTheGame.tsx';
import { Banner } from './profile/Banner.tsx';
import { Movements } from './profile/Movements.tsx';
import { Overview } from './profile/Overview.tsx';
import { Profile } from './profile/Profile.tsx';
import { Referral } from './referral/Referral.tsx';
import { Settings } from './settings/Settings.tsx';
import styles from './CabinetTabs.module.css';

// loaded with its tab
const [News] = laterPart(async () => {
  const [part] = await Promise.all([import('./news/News.tsx'), loadTexts('news')]);
  return part.News;
});

/** The content of the cabinet's chosen tab (RT8). */
export function CabinetTabs() {
  const { t } = useTranslation('cabinet');
  const tab = useOutletContext<CabinetTab>();
  if (tab === 'inventory') return <Inventory />;
  if (tab === 'ref-system') return <Referral />;
  if (tab === 'settings') return <Settings />;
  if (tab === 'profile') return <ProfileTab />;
  return (
    <Suspense
      fallback={
        <Loading label={t('newsLoading')}>
          <Skeleton height="568px" />
        </Loading>
      }
    >
      <News />
    </Suspense>
  );
}

function ProfileTab() {
  const { data: player, isPending } = useQuery(playerQuery);
  const { hash } = useLocation();
  // no tab has this hash, so the profile with its lists is shown
  useEffect(() => {
    if (hash === '#in-the-game') document.getElementById('in-the-game')?.scrollIntoView();
  }, [hash]);
  return (
    <div className={styles.profile}>
      {(player || isPending) && <Overview player={player} />}
      <Banner caseCount={player?.caseCount} />
      <Profile />
      <InTheGame />
      <Movements />
      <OrderHistory />
    </div>
  );
}
