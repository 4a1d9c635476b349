import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserReply } from '#/contract/session.ts';
import { sessionCalls } from '#/contract/calls/session.ts';
import { UNVERIFIED_ACCOUNT_DAYS } from '#/contract/kernel/limits.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { HazardTape } from '#/client/ui/display/HazardTape.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { useFocusAfter } from '#/client/ui/feedback/useFocusAfter.ts';
import { formatDate, formatWait } from '#/client/platform/i18n/formatDate.ts';
import styles from './UnverifiedNotice.module.css';
import { useResendCounter } from './useResendCounter.ts';

const minutesOf = (seconds: number) => Math.ceil(seconds / 60);

/** Warns that the address is not confirmed and when the account will be deleted, and sends the mail again (C2). */
export function UnverifiedNotice({ user }: Pick<UserReply, 'user'>) {
  const { t } = useTranslation(['cabinet', 'common']);
  const [minutes, setMinutes] = useResendCounter(minutesOf(user.resendSeconds));
  const [isSending, setIsSending] = useState(false);
  const [heading, expectChange] = useFocusAfter<HTMLHeadingElement>(minutes > 0);

  async function send() {
    setIsSending(true);
    expectChange();
    try {
      const { resendSeconds } = await call(sessionCalls.resendVerify, {});
      setMinutes(minutesOf(resendSeconds));
      notify({
        type: 'success',
        title: t('common:toast.success'),
        description: t('unverified.sent', { email: user.email }),
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) setMinutes(minutesOf(error.retryAfterSeconds));
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
        <h2 ref={heading} tabIndex={-1}>
          {t('unverified.title')}
        </h2>
        <p>
          {t('unverified.text', { email: user.email, days: UNVERIFIED_ACCOUNT_DAYS })}{' '}
          {user.deletedAfter && t('unverified.until', { date: formatDate(user.deletedAfter) })}
        </p>
      </div>
      {minutes > 0 ? (
        <output className={styles.wait}>{t('unverified.wait', { when: formatWait(minutes * 60) })}</output>
      ) : (
        <Button variant="secondary" busy={isSending} onClick={() => void send()}>
          {t('unverified.send')}
        </Button>
      )}
    </aside>
  );
}
