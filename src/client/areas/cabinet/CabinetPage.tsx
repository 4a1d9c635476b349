import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches, useNavigate } from 'react-router-dom';
import { CasePage } from '../cases/CasePage.tsx';
import { Inventory } from '../cases/Inventory.tsx';
import { useOwnClientSeed } from '../cases/useOwnClientSeed.ts';
import { pageConfig } from '../pageConfig.ts';
import { usePageTitle } from '../pageTitle.ts';
import { inLocale, paths } from '../paths.ts';
import { playerQuery } from '../player.ts';
import { OrderHistory } from '../shop/OrderHistory.tsx';
import { warmUpRoulette } from '../stage/index.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { useHashTab } from '../useHashTab.ts';
import { Banner } from './Banner.tsx';
import styles from './CabinetPage.module.css';
import { Movements } from './Movements.tsx';
import { Profile } from './Profile.tsx';
import { Referral } from './Referral.tsx';
import { Settings } from './Settings.tsx';
import { UnverifiedNotice } from './UnverifiedNotice.tsx';

const TABS = ['profile', 'inventory', 'ref-system', 'settings'] as const;
const TITLES = {
  profile: 'tabs.profile',
  inventory: 'tabs.inventory',
  'ref-system': 'tabs.referral',
  settings: 'tabs.settings',
} as const;

/** The player's cabinet (C1): tabs by hash; an opened case belongs to the inventory and is left by any tab. */
export function CabinetPage() {
  const { t } = useTranslation('cabinet');
  const navigate = useNavigate();
  const caseId = useMatches().at(-1)?.params['id'];
  const [hashTab, selectTab] = useHashTab(TABS);
  const { data: player } = useQuery(playerQuery);
  useEffect(warmUpRoulette, []);
  useOwnClientSeed();

  const tab = caseId === undefined ? hashTab : 'inventory';
  // an opened case names itself
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
          { value: 'inventory', label: t(TITLES.inventory), icon: 'backpack' },
          { value: 'ref-system', label: t(TITLES['ref-system']), icon: 'users' },
          { value: 'settings', label: t(TITLES.settings), icon: 'gear' },
        ]}
      >
        {caseId !== undefined ? (
          <CasePage id={caseId} />
        ) : tab === 'inventory' ? (
          <Inventory />
        ) : tab === 'ref-system' ? (
          <Referral />
        ) : tab === 'settings' ? (
          <Settings />
        ) : (
          <div className={styles.profile}>
            <Banner caseCount={player?.caseCount} />
            <Profile />
            <Movements />
            <OrderHistory />
          </div>
        )}
      </Tabs>
    </div>
  );
}
