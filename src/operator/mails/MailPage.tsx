import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { MailAct, MailRow } from '#/contract/operator/mails.ts';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { AuditedLook } from '../acts/AuditedLook.tsx';
import { Facts, FactStack } from '../parts/Facts.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { RecordLine, RecordPage } from '../parts/RecordPage.tsx';
import { Time } from '../parts/Time.tsx';
import cells from '../parts/cells.module.css';
import { callOperator } from '../platform/operatorApi.ts';
import { MailsDialog } from './MailDialogs.tsx';
import { mailQuery } from './mailQueries.ts';
import { MailStateMark } from './MailStateMark.tsx';

/** A mail: its kind, recipient and progress, without its content. */
export function MailPage() {
  const { t } = useTranslation(['operatorMails', 'operator']);
  const { id = '' } = useParams();
  const mail = useQuery(mailQuery(id));
  return (
    <RecordPage
      list={{ to: '/mails', label: t('title') }}
      query={mail}
      missing={{ icon: 'envelope', title: t('page.missing'), text: t('page.missingText') }}
    >
      {(data) => <Mail key={data.id} mail={data} />}
    </RecordPage>
  );
}

const timeOf = (at: string | null) => at && <Time at={at} />;

function Mail({ mail }: { mail: MailRow }) {
  const { t } = useTranslation(['operatorMails', 'operator']);
  const [open, setOpen] = useState<MailAct>();
  const { id, kind, state, acts, player, order, orderNumber, to, error } = mail;
  return (
    <>
      <PageHead title={t('page.title', { no: id })} lead={t(`kinds.${kind}`)}>
        {acts.map((act) => (
          <Button
            key={act}
            size="small"
            variant={act === 'retry' ? 'primary' : 'secondary'}
            onClick={() => setOpen(act)}
          >
            {t(`acts.${act}`)}
          </Button>
        ))}
      </PageHead>
      <RecordLine>
        <MailStateMark state={state} />
      </RecordLine>
      <FactStack>
        <Facts
          title={t('page.mail')}
          facts={[
            [t('page.kind'), t(`kinds.${kind}`)],
            [t('page.created'), timeOf(mail.createdAt)],
            [
              t('page.player'),
              player && (
                <Link key="player" to={`/players/${player.id}`} className={cells.number}>
                  {player.login}
                </Link>
              ),
            ],
            [
              t('page.order'),
              order && (
                <Link key="order" to={`/orders/${order}`} className={cells.number}>
                  {orderNumber}
                </Link>
              ),
            ],
            [t('page.recipient'), to ?? t('page.noContent')],
          ]}
        >
          {to && <Recipient id={id} />}
        </Facts>
        <Facts
          title={t('page.progress')}
          facts={[
            [t('page.attempts'), formatNumber(mail.attempts)],
            [
              t('page.why'),
              error && (
                <span key="why" lang="en">
                  {error}
                </span>
              ),
            ],
            [t('page.next'), timeOf(mail.nextAt)],
            [t('page.sent'), timeOf(mail.sentAt)],
            [t(state === 'dropped' ? 'page.droppedAt' : 'page.failed'), timeOf(mail.failedAt)],
            [t('page.usefulUntil'), to && timeOf(mail.usefulUntil)],
          ]}
        />
      </FactStack>
      {open && <MailsDialog act={open} mails={[id]} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** The address in full. Each look is written into the audit log. */
function Recipient({ id }: { id: number }) {
  const { t } = useTranslation('operatorMails');
  const look = useMutation({
    mutationFn: () => callOperator(mailCalls.mailPersonal, { params: { id: String(id) } }),
  });
  return (
    <AuditedLook look={look}>
      {({ to }) => <p>{to === null ? t('page.noContent') : <code>{to}</code>}</p>}
    </AuditedLook>
  );
}
