import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { authCalls } from '#/contract/calls/auth.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { StreetPicture } from '#/client/platform/media/StreetPicture.tsx';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Spinner } from '#/client/ui/display/Spinner.tsx';
import styles from './EmailVerificationPage.module.css';
import { LinkFailure, LinkQuestion, LinkResult } from './LinkBlocks.tsx';

/** The page of a mailed link (RT1). Without a token it does nothing. */
export function EmailVerificationPage() {
  const { t } = useTranslation('auth');
  const [query] = useSearchParams();
  // kept in memory and removed from the address bar, because a token must not be in the history
  const [token] = useState(() => query.get('token'));
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return (
    <section className={styles.scene}>
      <StreetPicture scene="entrance" className={styles.picture} />
      <div className={`wrap ${styles.page}`}>
        {token ? <Verification token={token} /> : <h1 className="unseen">{t('verification.title')}</h1>}
      </div>
    </section>
  );
}

/**
 * Asks the server once. The link acts at once only for a player who confirms their address where they are signed in.
 * Any other link is described with a button, and acts when the button is pressed.
 */
function Verification({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const opened = useQuery({
    queryKey: ['emailVerification', token],
    queryFn: () => call(authCalls.verifyEmail, { body: { token } }),
    retry: false,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const pressed = useMutation({
    mutationFn: () => call(authCalls.verifyEmail, { body: { token, confirmed: true } }),
  });
  const { isPending } = opened;
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = isPending ? undefined : setTimeout(() => setIsShown(true), tuning.dom.verificationResultMs);
    return () => clearTimeout(timer);
  }, [isPending]);

  const link = opened.error instanceof ApiError ? opened.error.link : undefined;
  const data = pressed.data ?? opened.data;
  if (!isShown)
    return (
      <Panel className={styles.block} aria-busy="true">
        <h1 className="unseen">{t('verification.title')}</h1>
        <span className={styles.sign}>
          <Spinner />
        </span>
        <output>{t('verification.loading')}</output>
      </Panel>
    );
  if (data) return <LinkResult verified={data.verified} />;
  if (pressed.error)
    return <LinkFailure error={pressed.error} isBusy={pressed.isPending} onRetry={() => pressed.mutate()} />;
  if (link) return <LinkQuestion link={link} isBusy={pressed.isPending} onPress={() => pressed.mutate()} />;
  return (
    <LinkFailure error={opened.error} isBusy={opened.isFetching} onRetry={() => void opened.refetch()} />
  );
}
