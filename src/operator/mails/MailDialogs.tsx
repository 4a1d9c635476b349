import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type MailAct, type MailFilters, MAILS_BULK_MOST, mailsForeseen } from '#/contract/operator/mails.ts';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Dialog, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { Time } from '../parts/Time.tsx';
import { matchingMailsQuery } from './mailQueries.ts';
import styles from './Mails.module.css';

const renderMails = (foreseen: Readonly<Record<string, unknown>>) => <ForWhat foreseen={foreseen} />;

/** What the mails of an act are about. */
function ForWhat({ foreseen }: { foreseen: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation(['operatorMails', 'operator']);
  const { mails = [], more = 0 } = z.safeParse(mailsForeseen, foreseen).data ?? {};
  return (
    <div className={styles.about}>
      <h3>{t('acts.forWhat')}</h3>
      <ul>
        {mails.map(({ id, kind, createdAt, login, order }) => (
          <li key={id}>
            {t('operator:number', { no: id })}: {t(`kinds.${kind}`)}
            {login !== null && ` · ${login}`}
            {order !== null && ` · ${order}`}
            {' · '}
            <Time at={createdAt} />
          </li>
        ))}
        {more > 0 && <li>{t('acts.andMore', { n: formatNumber(more) })}</li>}
      </ul>
    </div>
  );
}

interface MailsDialogProps {
  act: MailAct;
  mails: readonly number[];
  /** Whether more mails match than one act can change. */
  hasMore?: boolean;
  onClose: () => void;
  onDone?: () => void;
}

/** Sends mails again or drops them. Before several are dropped, the operator types their number. */
export function MailsDialog({ act, mails, hasMore = false, onClose, onDone }: MailsDialogProps) {
  const { t } = useTranslation('operatorMails');
  const [first] = mails;
  const isDrop = act === 'drop';
  const n = formatNumber(mails.length);
  return (
    <ActDialog
      plan={{
        endpoint: isDrop ? mailCalls.dropMails : mailCalls.retryMails,
        input: { body: { mails } },
      }}
      title={
        mails.length === 1
          ? t(isDrop ? 'acts.dropTitle' : 'acts.retryTitle', { no: first ?? '' })
          : t(isDrop ? 'acts.dropMany' : 'acts.retryMany', { n })
      }
      label={t(`acts.${act}`)}
      done={t(isDrop ? 'acts.dropped' : 'acts.retried')}
      confirmation={
        isDrop && mails.length > 1 ? { label: t('acts.number'), word: String(mails.length) } : undefined
      }
      renderForeseen={renderMails}
      onClose={onClose}
      onDone={onDone ?? (() => {})}
    >
      <p>{t(isDrop ? 'acts.dropText' : 'acts.retryText')}</p>
      {hasMore && <p>{t('acts.more', { most: formatNumber(MAILS_BULK_MOST) })}</p>}
    </ActDialog>
  );
}

interface MatchingDialogProps {
  act: MailAct;
  filters: MailFilters;
  onClose: () => void;
}

/** Fetches the mails that match the filters, then changes exactly these. */
export function MatchingDialog({ act, filters, onClose }: MatchingDialogProps) {
  const { t } = useTranslation(['operatorMails', 'operator']);
  const matching = useQuery(matchingMailsQuery(act, filters));
  const { data } = matching;
  if (data && data.mails.length > 0)
    return <MailsDialog act={act} mails={data.mails} hasMore={data.hasMore} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} closeLabel={t('operator:act.close')}>
      <DialogBody>
        <DialogTitle>{t(`acts.${act}`)}</DialogTitle>
        <QueryView query={matching} height="72px">
          {() => <p>{t('acts.none')}</p>}
        </QueryView>
      </DialogBody>
    </Dialog>
  );
}
