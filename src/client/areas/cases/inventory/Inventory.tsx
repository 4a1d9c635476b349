import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DropFeed } from '#/client/domain/prizes/DropFeed.tsx';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { unlockSoundByGesture } from '#/client/platform/media/sound.ts';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { useSearchChoice } from '#/client/platform/navigation/useSearchChoice.ts';
import { UnrevealedPrizes } from '#/client/areas/cases/results/UnrevealedPrizes.tsx';
import { Coupons } from './Coupons.tsx';
import styles from './Inventory.module.css';
import { UserCases } from './UserCases.tsx';

/** The player's cases and coupons (C4). */
export function Inventory() {
  const { t } = useTranslation('cases');
  const { data } = useQuery(playerQuery);
  const [tab, setTab] = useSearchChoice('section', ['cases', 'donate_inventory']);
  useEffect(unlockSoundByGesture, []);
  return (
    <>
      <UnrevealedPrizes />
      <div className={styles.feed}>
        <DropFeed />
      </div>
      <Tabs
        size="small"
        label={t('inventory.label')}
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'cases', label: t('inventory.cases'), icon: 'case', count: data?.caseCount },
          {
            value: 'donate_inventory',
            label: t('inventory.donate'),
            icon: 'ticket',
            count: data?.couponCount,
          },
        ]}
      >
        {tab === 'cases' ? <UserCases /> : <Coupons onToCases={() => setTab('cases')} />}
      </Tabs>
    </>
  );
}
