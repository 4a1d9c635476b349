import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../parts/QueryView.tsx';
import { Time } from '../parts/Time.tsx';
import { formatCounted } from '../platform/formatCounted.ts';
import { mailQueueQuery } from './mailQueries.ts';
import styles from './Mails.module.css';

/** Counts of the queue, the oldest waiting mail, and who sends. */
export function QueueSummary() {
  const { t } = useTranslation(['operatorMails', 'operator']);
  const queue = useQuery(mailQueueQuery);
  return (
    <section aria-label={t('summary.title')} className={styles.summary}>
      <QueryView query={queue} height="76px">
        {({ waiting, failed, sent, oldestAt, sender }) => (
          <dl>
            <div data-tone={failed > 0 ? 'bad' : undefined}>
              <dt>{t('summary.failed')}</dt>
              <dd>{formatCounted(failed)}</dd>
            </div>
            <div>
              <dt>{t('summary.waiting')}</dt>
              <dd>{formatCounted(waiting)}</dd>
            </div>
            <div>
              <dt>{t('summary.sent')}</dt>
              <dd>{formatCounted(sent)}</dd>
            </div>
            <div>
              <dt>{t('summary.oldest')}</dt>
              <dd>{oldestAt ? <Time at={oldestAt} /> : t('operator:values.none')}</dd>
            </div>
            <div className={styles.wide}>
              <dt>{t('summary.sender')}</dt>
              <dd>{t(`senders.${sender.code}`, { place: sender.place })}</dd>
            </div>
          </dl>
        )}
      </QueryView>
    </section>
  );
}
