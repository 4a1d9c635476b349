import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import coinUrl from '#assets/brand/coin.webp';
import styles from './Account.module.css';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { useNewsFeed } from '#/client/domain/queries/newsFeed.ts';
import { playerQuery, signOut, useSignedIn } from '#/client/domain/queries/player.ts';
import { useStoredUser } from '#/client/platform/api/session.ts';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { useTicking } from '#/client/ui/display/useTicking.ts';
import { Wallet } from '#/client/ui/display/Wallet.tsx';

/** Sign in, or the balance, the cabinet and sign out (L4). */
export function Account() {
  const { t } = useTranslation();
  if (!useSignedIn())
    return (
      <div className={styles.wide}>
        <ButtonLink to={inLocale(pageConfig.locale, paths.auth)} variant="secondary" size="small">
          {t('header.signIn')}
        </ButtonLink>
      </div>
    );
  return (
    <>
      <Balance />
      <div className={styles.wide}>
        <SignOut />
      </div>
    </>
  );
}

/** Ends the session on the server and in this browser, and leaves the page (L4). */
export function SignOut() {
  const { t } = useTranslation();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Button
      variant="secondary"
      size="small"
      icon="signOut"
      busy={isLeaving}
      onClick={() => {
        setIsLeaving(true);
        void signOut().then(() => location.assign(inLocale(pageConfig.locale, paths.landing)));
      }}
    >
      {t('header.signOut')}
    </Button>
  );
}

function Balance() {
  const { t } = useTranslation();
  useNewsFeed();
  const { data } = useQuery(playerQuery);
  const storedCoins = useStoredUser((state) => state.user?.premiumCoins);
  const coins = data?.user.premiumCoins ?? storedCoins;
  if (coins === undefined) return null;
  return <Ticking coins={coins} label={t('header.balance')} />;
}

/** The balance, which counts to its new value when it changes. */
function Ticking({ coins, label }: { coins: number; label: string }) {
  return <Wallet amount={formatNumber(useTicking(coins))} label={label} coinUrl={coinUrl} />;
}
