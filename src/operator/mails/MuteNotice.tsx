import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { Time } from '../parts/Time.tsx';
import { mailQueueQuery } from './mailQueries.ts';
import styles from './Mails.module.css';

/** Stops all mails. Hidden while they are stopped. */
export function MuteButton() {
  const { t } = useTranslation('operatorMails');
  const queue = useQuery(mailQueueQuery).data;
  const [isOpen, setIsOpen] = useState(false);
  if (!queue || queue.mute) return null;
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {t('mute.mute')}
      </Button>
      {isOpen && (
        <ActDialog
          plan={{ endpoint: mailCalls.muteMails, input: { body: {} } }}
          title={t('mute.muteTitle')}
          label={t('mute.mute')}
          done={t('mute.muted')}
          onClose={() => setIsOpen(false)}
        >
          <p>{t('mute.muteText')}</p>
        </ActDialog>
      )}
    </>
  );
}

/** Says since when and why no mails are sent, with the button that sends them again (O33). */
export function MuteNotice() {
  const { t } = useTranslation('operatorMails');
  const mute = useQuery(mailQueueQuery).data?.mute;
  const [isOpen, setIsOpen] = useState(false);
  if (!mute) return null;
  const { at, isRestored, by, reason } = mute;
  return (
    <section className={styles.mute} aria-label={t('mute.title')}>
      <h2>
        <Icon name="warning" />
        {t('mute.title')}
      </h2>
      <p>
        {isRestored
          ? t('mute.restored')
          : by === null
            ? t('mute.byShell', { reason })
            : t('mute.byPerson', { name: by, reason })}
      </p>
      <p className={styles.since}>
        {t('mute.since')} <Time at={at} />
      </p>
      <div>
        <Button size="small" onClick={() => setIsOpen(true)}>
          {t('mute.unmute')}
        </Button>
      </div>
      {isOpen && (
        <ActDialog
          plan={{ endpoint: mailCalls.unmuteMails, input: { body: {} } }}
          title={t('mute.unmuteTitle')}
          label={t('mute.unmute')}
          done={t('mute.unmuted')}
          onClose={() => setIsOpen(false)}
        >
          <p>{t('mute.unmuteText')}</p>
        </ActDialog>
      )}
    </section>
  );
}
