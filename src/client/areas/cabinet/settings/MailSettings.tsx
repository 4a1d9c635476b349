import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  DIGEST_HOUR_UTC,
  MAIL_CHOICES,
  type MailChoiceBody,
  type MailChoicesReply,
} from '#/contract/kernel/playerNews.ts';
import { chooseMail, mailChoicesQuery } from '#/client/domain/queries/newsQueries.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { formatTime } from '#/client/platform/i18n/formatDate.ts';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { Loading } from '#/client/ui/feedback/Loading.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { ChoiceRow } from '#/client/ui/inputs/ChoiceRow.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import styles from './Settings.module.css';

const ORDER: MailChoiceBody['kind'][] = ['waits', 'goods', 'unpaid', 'friend', 'reward', 'promotion'];

/** How each kind of news is mailed (C16). A choice is saved at once. */
export function MailSettings({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('news');
  const { data, error, isPending, isFetching, refetch } = useQuery(mailChoicesQuery);
  const choose = useChooseMail();
  if (isPending)
    return (
      <Loading label={t('mails.loading')}>
        <Skeleton height="620px" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        title={t('mails.failed')}
        text={errorTextOf(error)}
        retryLabel={t('retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const digestAt = new Date();
  digestAt.setUTCHours(DIGEST_HOUR_UTC, 0, 0, 0);
  return (
    <Panel className={styles.panel}>
      <header className={styles.head}>
        <h2>{t('mails.title')}</h2>
        <p>{t('mails.text')}</p>
        <p>{t('mails.moment', { time: formatTime(digestAt.toISOString()) })}</p>
        <p>{t('mails.always')}</p>
        {!isVerified && <p className={styles.pending}>{t('mails.unconfirmed')}</p>}
      </header>
      <ul className={styles.choices}>
        {ORDER.map((kind) => (
          <li key={kind}>
            <b>{t(`mails.kinds.${kind}.title`)}</b>
            <p>{t(`mails.kinds.${kind}.text`)}</p>
            <ChoiceRow
              label={t(`mails.kinds.${kind}.title`)}
              hasHiddenLabel
              choices={MAIL_CHOICES.map((value) => ({ value, label: t(`mails.choices.${value}`) }))}
              value={data.choices.find((known) => known.kind === kind)?.choice ?? ''}
              onValueChange={(choice) => choose({ kind, choice })}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Shows a choice at once and saves it, one after another; a choice that fails goes back. */
function useChooseMail(): (body: MailChoiceBody) => void {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const { queryKey } = mailChoicesQuery;
  const show = ({ kind, choice }: MailChoiceBody) =>
    client.setQueryData<MailChoicesReply>(
      queryKey,
      (known) =>
        known && { choices: known.choices.map((one) => (one.kind === kind ? { kind, choice } : one)) },
    );
  const { mutate } = useMutation({
    mutationFn: chooseMail,
    scope: { id: 'mailChoices' },
    onError: (error) => {
      notify({ type: 'error', title: t('toast.error'), description: errorTextOf(error) });
      void client.invalidateQueries({ queryKey });
    },
  });
  return (body) => {
    void client.cancelQueries({ queryKey });
    show(body);
    mutate(body);
  };
}
