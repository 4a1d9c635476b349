import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { authCalls } from '#/contract/calls/auth.ts';
import { ApiError, call } from '../api.ts';
import { errorTextOf } from '../errorText.ts';
import { pageConfig } from '../pageConfig.ts';
import { inLocale, paths } from '../paths.ts';
import { readToken } from '../session.ts';
import { StreetPicture } from '../StreetPicture.tsx';
import { tuning } from '../tuning.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './EmailVerificationPage.module.css';

/** The link of a confirmation mail (RT1): without a token nothing happens. */
export function EmailVerificationPage() {
  const [query] = useSearchParams();
  // kept while the address bar forgets it: a token does not belong into the history
  const [token] = useState(() => query.get('token'));
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return (
    <section className={styles.scene}>
      <StreetPicture scene="entrance" className={styles.picture} />
      <div className={`wrap ${styles.page}`}>{token && <Verification token={token} />}</div>
    </section>
  );
}

function Verification({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['emailVerification', token],
    queryFn: () => call(authCalls.verifyEmail, { body: { token } }),
    retry: false,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = isPending ? undefined : setTimeout(() => setIsShown(true), tuning.dom.verificationResultMs);
    return () => clearTimeout(timer);
  }, [isPending]);

  if (!isShown)
    return (
      <Panel className={styles.block} aria-busy="true">
        <span className={styles.sign}>
          <Spinner />
        </span>
        <output>{t('verification.loading')}</output>
      </Panel>
    );
  if (data)
    return (
      <Panel className={styles.block} tone="lit" aria-live="polite">
        <Icon name="checkCircle" className={styles.sign} />
        <h1>{t(`verification.${data.verified}.title`)}</h1>
        <p>{t(`verification.${data.verified}.text`)}</p>
        <ButtonLink to={inLocale(pageConfig.locale, readToken() ? paths.cabinet : paths.auth)}>
          {t(readToken() ? 'verification.toCabinet' : 'verification.toSignIn')}
        </ButtonLink>
      </Panel>
    );
  const isUnanswered = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return (
    <Panel className={styles.block} role="alert" data-tone="error">
      <Icon name="warning" className={styles.sign} />
      <h1>{t('verification.failed.title')}</h1>
      <p>{errorTextOf(error)}</p>
      {isUnanswered ? (
        <Button busy={isFetching} icon="reload" onClick={() => void refetch()}>
          {t('verification.retry')}
        </Button>
      ) : (
        <>
          <p>{t('verification.failed.text')}</p>
          <ButtonLink to={inLocale(pageConfig.locale, readToken() ? paths.cabinet : paths.auth)}>
            {t(readToken() ? 'verification.toCabinet' : 'verification.toSignIn')}
          </ButtonLink>
        </>
      )}
    </Panel>
  );
}
