import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserReply } from '#/contract/cabinet.ts';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { UNVERIFIED_ACCOUNT_DAYS, VERIFICATION_COOLDOWN_MINUTES } from '#/contract/limits.ts';
import { ApiError, call } from '../api.ts';
import { errorTextOf } from '../errorText.ts';
import { Button } from '../ui/Button.tsx';
import { HazardTape } from '../ui/HazardTape.tsx';
import { Icon } from '../ui/Icon.tsx';
import { notify } from '../ui/notify.ts';
import { dateText } from '../dateText.ts';
import styles from './UnverifiedNotice.module.css';
import { useResendCounter } from './useResendCounter.ts';

/** Says that the address is not confirmed and when the account goes, and sends the mail again (C2). */
export function UnverifiedNotice({ user }: Pick<UserReply, 'user'>) {
  const { t } = useTranslation(['cabinet', 'common']);
  const [minutes, setMinutes] = useResendCounter(Math.ceil(user.resendSeconds / 60));
  const [isSending, setIsSending] = useState(false);

  async function send() {
    setIsSending(true);
    try {
      await call(cabinetCalls.resendVerify, {});
      setMinutes(VERIFICATION_COOLDOWN_MINUTES);
      notify({
        type: 'success',
        title: t('common:toast.success'),
        description: t('unverified.sent', { email: user.email }),
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'tooManyRequests')
        setMinutes(VERIFICATION_COOLDOWN_MINUTES);
      notify({ type: 'error', title: t('common:toast.error'), description: errorTextOf(error) });
    } finally {
      setIsSending(false);
    }
  }

  return (
    <aside className={`cut ${styles.notice}`} aria-label={t('unverified.title')}>
      <HazardTape />
      <Icon name="envelope" />
      <div>
        <h2>{t('unverified.title')}</h2>
        <p>
          {t('unverified.text', { email: user.email, days: UNVERIFIED_ACCOUNT_DAYS })}{' '}
          {user.deletedAfter && t('unverified.until', { date: dateText(user.deletedAfter) })}
        </p>
      </div>
      {minutes > 0 ? (
        <output className={styles.wait}>{t('unverified.wait', { count: minutes })}</output>
      ) : (
        <Button variant="secondary" busy={isSending} onClick={() => void send()}>
          {t('unverified.send')}
        </Button>
      )}
    </aside>
  );
}
