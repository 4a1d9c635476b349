import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#/client/platform/i18n/formatDate.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { Avatar } from '#/client/ui/display/Avatar.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { useFocusAfter } from '#/client/ui/feedback/useFocusAfter.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Plate } from '#/client/ui/surfaces/Plate.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Ticket } from '#/client/ui/surfaces/Ticket.tsx';
import { InviterForm } from './InviterForm.tsx';
import { masked } from './masked.ts';
import { loadErrorText } from '#/client/platform/i18n/errorText.ts';
import styles from './Profile.module.css';

/** The player's account (C3). E-mail and login are masked until the player reveals them. */
export function Profile() {
  const { t } = useTranslation('cabinet');
  const { data, error, isPending, isFetching, refetch } = useQuery(playerQuery);
  const [isShown, setIsShown] = useState(false);
  const [promo, expectInviter] = useFocusAfter<HTMLHeadingElement>(data?.user.registrationPromoCode);
  if (isPending) {
    return (
      <Loading className={styles.profile} label={t('profile.loading')}>
        <Skeleton height="340px" />
        <Skeleton height="340px" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <ErrorState
        title={t('profile.failed')}
        text={loadErrorText(error, t('profile.failedText'))}
        retryLabel={t('profile.retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { user } = data;
  const mask = isShown ? (text: string) => text : masked;
  return (
    <div className={styles.profile}>
      <Panel className={styles.account}>
        <header className={styles.head}>
          <Avatar name={user.login} />
          <h2>{t('profile.account')}</h2>
          <Button
            size="small"
            variant="quiet"
            icon={isShown ? 'eyeSlash' : 'eye'}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {t(isShown ? 'profile.hide' : 'profile.show')}
          </Button>
        </header>
        <dl className={styles.facts}>
          <Fact name={t('profile.login')}>{mask(user.login)}</Fact>
          <Fact name={t('profile.email')}>{mask(user.email)}</Fact>
          <Fact name={t('profile.registered')}>{formatDate(user.createdAt)}</Fact>
          <Fact name={t('profile.server')}>
            <Plate>{user.serverName}</Plate>
          </Fact>
        </dl>
      </Panel>
      <Panel className={styles.promo}>
        <h2 ref={promo} tabIndex={-1}>
          {t('profile.promoCode')}
        </h2>
        <p>{t('profile.promoCodeHint')}</p>
        <Ticket code={user.userPromoCode} copyLabel={t('profile.copy')} copiedLabel={t('profile.copied')} />
        <div className={styles.inviter}>
          {user.registrationPromoCode ? (
            <>
              <span className={`label ${styles.name}`}>{t('profile.inviter')}</span>
              <Ticket
                code={user.registrationPromoCode}
                copyLabel={t('profile.copy')}
                copiedLabel={t('profile.copied')}
              />
            </>
          ) : (
            <InviterForm ownCode={user.userPromoCode} onSend={expectInviter} />
          )}
        </div>
      </Panel>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={`label ${styles.name}`}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
