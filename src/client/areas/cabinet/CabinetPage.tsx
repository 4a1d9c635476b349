import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches, useNavigate } from 'react-router-dom';
import { useOwnClientSeed } from '#/client/areas/cases/epoch/useOwnClientSeed.ts';
import { whenIdle } from '#/client/platform/hydration/useLater.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { usePageTitle } from '#/client/platform/navigation/pageTitle.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { playerQuery, useUnreadNews } from '#/client/domain/queries/player.ts';
import { warmUpRoulette } from '#/client/stage/index.ts';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { useHashTab } from '#/client/platform/navigation/useHashTab.ts';
import styles from './CabinetPage.module.css';
import { UnverifiedNotice } from './profile/UnverifiedNotice.tsx';

const TABS = ['profile', 'news', 'inventory', 'ref-system', 'settings'] as const;
export type CabinetTab = (typeof TABS)[number];
const TITLES = {
  profile: 'tabs.profile',
  news: 'tabs.news',
  inventory: 'tabs.inventory',
  'ref-system': 'tabs.referral',
  settings: 'tabs.settings',
} as const;

/**
 * The frame of the player's cabinet (C1, RT8), with tabs by hash; `CabinetTabs` and `CasePage` are its content. An opened
 * case belongs to the inventory, and every tab leaves it.
 */
export function CabinetPage() {
  const { t } = useTranslation('cabinet');
  const navigate = useNavigate();
  const caseId = useMatches().at(-1)?.params['id'];
  const [hashTab, selectTab] = useHashTab(TABS);
  const { data: player } = useQuery(playerQuery);
  const unread = useUnreadNews();
  useEffect(() => whenIdle(warmUpRoulette), []);
  useOwnClientSeed();

  const tab = caseId === undefined ? hashTab : 'inventory';
  // the page of a case sets its own title
  usePageTitle(caseId === undefined ? t(TITLES[tab]) : undefined);
  const select = (next: CabinetTab) =>
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
        <Outlet context={tab} />
      </Tabs>
    </div>
  );
}
