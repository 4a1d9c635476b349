import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches, useNavigate } from 'react-router-dom';
import { CasePage } from '#/client/areas/cases/opening/CasePage.tsx';
import { Inventory } from '#/client/areas/cases/inventory/Inventory.tsx';
import { useOwnClientSeed } from '#/client/areas/cases/epoch/useOwnClientSeed.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { usePageTitle } from '#/client/platform/navigation/pageTitle.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { playerQuery, useUnreadNews } from '#/client/domain/queries/player.ts';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { loadTexts } from '#/client/platform/i18n/i18n.ts';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { OrderHistory } from '#/client/areas/shop/orders/OrderHistory.tsx';
import { warmUpRoulette } from '#/client/stage/index.ts';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { useHashTab } from '#/client/platform/navigation/useHashTab.ts';
import { Banner } from './profile/Banner.tsx';
import styles from './CabinetPage.module.css';
import { InTheGame } from './game/InTheGame.tsx';
import { Movements } from './profile/Movements.tsx';
import { Overview } from './profile/Overview.tsx';
import { Profile } from './profile/Profile.tsx';
import { Referral } from './referral/Referral.tsx';
import { Settings } from './settings/Settings.tsx';
import { UnverifiedNotice } from './profile/UnverifiedNotice.tsx';

// loaded with its tab
const [News] = laterPart(async () => {
  const [part] = await Promise.all([import('./news/News.tsx'), loadTexts('news')]);
  return part.News;
});

const TABS = ['profile', 'news', 'inventory', 'ref-system', 'settings'] as const;
const TITLES = {
  profile: 'tabs.profile',
  news: 'tabs.news',
  inventory: 'tabs.inventory',
  'ref-system': 'tabs.referral',
  settings: 'tabs.settings',
} as const;

/** The player's cabinet (C1, RT8) with tabs by hash. An opened case belongs to the inventory, and every tab leaves it. */
export function CabinetPage() {
  const { t } = useTranslation('cabinet');
  const navigate = useNavigate();
  const caseId = useMatches().at(-1)?.params['id'];
  const [hashTab, selectTab] = useHashTab(TABS);
  const { data: player } = useQuery(playerQuery);
  const { hash } = useLocation();
  const unread = useUnreadNews();
  useEffect(warmUpRoulette, []);
  // no tab has this hash, so the profile with its lists is shown
  useEffect(() => {
    if (hash === '#in-the-game') document.getElementById('in-the-game')?.scrollIntoView();
  }, [hash]);
  useOwnClientSeed();

  const tab = caseId === undefined ? hashTab : 'inventory';
  // the page of a case sets its own title
  usePageTitle(caseId === undefined ? t(TITLES[tab]) : undefined);
  const select = (next: (typeof TABS)[number]) =>
    caseId === undefined
      ? selectTab(next)
      : void navigate(`${inLocale(pageConfig.locale, paths.cabinet)}#${next}`);
  return (
    <div className={`wrap ${styles.page}`}>
      {caseId === undefined && <h1>{t('title')}</h1>}
      {player && !player.user.isVerified && <UnverifiedNotice user={player.user} />}
      <Tabs
        label={t('tabsLabel')}
        value={tab}
        onValueChange={select}
        onReselect={caseId === undefined ? undefined : () => select('inventory')}
        tabs={[
          { value: 'profile', label: t(TITLES.profile), icon: 'user' },
          { value: 'news', label: t(TITLES.news), icon: 'bell', count: unread },
          { value: 'inventory', label: t(TITLES.inventory), icon: 'backpack' },
          { value: 'ref-system', label: t(TITLES['ref-system']), icon: 'users' },
          { value: 'settings', label: t(TITLES.settings), icon: 'gear' },
        ]}
      >
        {caseId !== undefined ? (
          <CasePage id={caseId} />
        ) : tab === 'news' ? (
          <Suspense
            fallback={
              <Loading label={t('newsLoading')}>
                <Skeleton height="320px" />
              </Loading>
            }
          >
            <News />
          </Suspense>
        ) : tab === 'inventory' ? (
          <Inventory />
        ) : tab === 'ref-system' ? (
          <Referral />
        ) : tab === 'settings' ? (
          <Settings />
        ) : (
          <div className={styles.profile}>
            {player && <Overview player={player} />}
            <Banner caseCount={player?.caseCount} />
            <Profile />
            <InTheGame />
            <Movements />
            <OrderHistory />
          </div>
        )}
      </Tabs>
    </div>
  );
}
