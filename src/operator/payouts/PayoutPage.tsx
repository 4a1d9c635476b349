import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import {
  OPEN_LINES_MOST,
  type PayoutReply,
  payoutQuery as position,
} from '#/contract/operator/figures/payouts.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { Pager } from '../lists/Pager.tsx';
import { RecordLine, RecordPage } from '../parts/RecordPage.tsx';
import { Time } from '../parts/Time.tsx';
import { useListFilters } from '../lists/useListFilters.ts';
import { useMay } from '../platform/session.ts';
import { AcceptDialog } from './AcceptDialog.tsx';
import { formatMoney } from '../platform/formatMoney.ts';
import { PayoutLines } from './PayoutLines.tsx';
import { payoutQuery } from './payoutQueries.ts';
import { PayoutStateMark } from './PayoutStateMark.tsx';
import { PayoutSums } from './PayoutSums.tsx';
import styles from './Payouts.module.css';

/** A payout: first what needs a look, then its sums and its lines. */
export function PayoutPage() {
  const { t } = useTranslation('operatorPayouts');
  const { id = '' } = useParams();
  const { filters, show } = useListFilters(position);
  const payout = useQuery(payoutQuery(id, filters));
  return (
    <RecordPage
      list={{ to: '/payouts', label: t('title') }}
      query={payout}
      missing={{ icon: 'economy', title: t('page.missing'), text: t('page.missingText') }}
    >
      {(data) => <Payout reply={data} isLoading={payout.isPlaceholderData} onShow={show} />}
    </RecordPage>
  );
}

interface PayoutProps {
  reply: PayoutReply;
  isLoading: boolean;
  onShow: (position: Record<string, string>) => void;
}

function Payout({ reply, isLoading, onShow }: PayoutProps) {
  const { t } = useTranslation(['operatorPayouts', 'operatorOrders']);
  const { payout, accepted, pageUrl, open, lines, before, after } = reply;
  const { linesState, currency } = payout;
  return (
    <>
      <Head payout={payout} pageUrl={pageUrl} />
      <RecordLine>
        <PayoutStateMark payout={payout} />
        <code>{payout.ref}</code>
        {accepted && (
          <span>
            {t('page.accepted', { name: accepted.by ?? t('page.somebody') })} <Time at={accepted.at} />
          </span>
        )}
      </RecordLine>
      {linesState !== 'read' && <p className={styles.notice}>{t(`page.${linesState}`)}</p>}
      <Differences reply={reply} />
      {open.length > 0 && (
        <section className={styles.section} data-tone={payout.isOpen ? 'bad' : undefined}>
          <h2>{t('page.openLines', { count: payout.openLines, shown: formatNumber(payout.openLines) })}</h2>
          {payout.openLines > OPEN_LINES_MOST && (
            <p className={styles.quiet}>{t('page.openMost', { shown: formatNumber(OPEN_LINES_MOST) })}</p>
          )}
          <PayoutLines label={t('columns.open')} lines={open} currency={currency} />
        </section>
      )}
      <PayoutSums reply={reply} />
      {lines.length > 0 && (
        <section className={styles.section}>
          <h2>{t('page.allLines')}</h2>
          <div aria-busy={isLoading}>
            <PayoutLines label={t('page.allLines')} lines={lines} currency={currency} />
          </div>
          <Pager
            busy={isLoading}
            isByTime={false}
            onPrevious={after === null ? undefined : () => onShow({ after: String(after) })}
            onNext={before === null ? undefined : () => onShow({ before: String(before) })}
          />
        </section>
      )}
    </>
  );
}

function Head({ payout, pageUrl }: Pick<PayoutReply, 'payout' | 'pageUrl'>) {
  const { t } = useTranslation(['operatorPayouts', 'operatorOrders']);
  const mayAccept = useMay('tax.settle');
  const [isOpen, setIsOpen] = useState(false);
  const provider = t(`operatorOrders:providers.${payout.provider as 'stripe'}`);
  const sum = formatMoney(payout.amountCents, payout.currency);
  return (
    <>
      <PageHead title={t('page.title', { provider, sum })}>
        {pageUrl && (
          <a className={styles.link} href={pageUrl} target="_blank" rel="noreferrer">
            {t('page.atProvider')}
          </a>
        )}
        {payout.isOpen && mayAccept && (
          <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
            {t('accept.do')}
          </Button>
        )}
      </PageHead>
      {isOpen && <AcceptDialog payout={payout} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Says that the lines have another sum than the payout. */
function Differences({ reply: { payout } }: { reply: PayoutReply }) {
  const { t } = useTranslation('operatorPayouts');
  const { differenceCents, currency, isOpen } = payout;
  if (!differenceCents) return null;
  return (
    <p className={styles.notice} data-tone={isOpen ? 'bad' : undefined}>
      {t(differenceCents > 0 ? 'page.more' : 'page.less', {
        sum: formatMoney(Math.abs(differenceCents), currency),
      })}
    </p>
  );
}
