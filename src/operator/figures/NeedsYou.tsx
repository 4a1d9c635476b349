import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type * as z from 'zod/mini';
import type { SiteCounts, siteReply } from '#/contract/operator/site.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { BookName } from '../parts/BookName.tsx';
import { formatCounted } from '../platform/formatCounted.ts';
import styles from './NeedsYou.module.css';

type Site = z.output<typeof siteReply>;

/** Target page of each line. Lines without a page are plain text. */
const PLACES: Partial<Record<keyof SiteCounts, string>> = {
  approvals: '/approvals',
  ordersInReview: '/orders?state=review',
  ordersPaidTwice: '/orders?mark=paidTwice',
  refundsFailed: '/orders?mark=refundFailed',
  deliveriesUnknown: '/deliveries?state=unknown',
  deliveriesFailed: '/deliveries?state=failed',
  serversSilent: '/servers?mark=silent',
  ledgersToAccept: '/servers?mark=ledger',
  keysEnding: '/servers?mark=keys',
  payoutsOpen: '/payouts?mark=open',
  ratesUnconfirmed: '/tax/rates',
  plansFailed: '/catalogue',
  mailsFailed: '/mails?state=failed',
  mailsLate: '/mails?state=waiting',
  jobsFailed: '/site',
  dumpLate: '/site',
};

/** Tasks that wait for an operator. A line disappears when its cause is gone. */
export function NeedsYou({ site }: { site: Site }) {
  const { t } = useTranslation('operatorDashboard');
  const { counts, brokenBooks, warnings, isReadOnly, areMailsMuted } = site;
  const lines = (Object.keys(counts) as (keyof SiteCounts)[]).filter((name) => counts[name] > 0);
  const isCalm = lines.length === 0 && warnings.length === 0 && !isReadOnly && !areMailsMuted;
  return (
    <section className={styles.needs} aria-labelledby="needs-you">
      <h2 id="needs-you">{t('needs.title')}</h2>
      {isCalm && (
        <p className={styles.calm}>
          <Icon name="checkCircle" />
          {t('needs.nothing')}
        </p>
      )}
      <ul className={styles.lines}>
        {isReadOnly && (
          <li data-tone="bad">
            <Icon name="warning" />
            {t('needs.readOnly')}
          </li>
        )}
        {areMailsMuted && (
          <li data-tone="bad">
            <Icon name="warning" />
            <Link to="/mails">{t('needs.mailsMuted')}</Link>
          </li>
        )}
        {lines.map((name) => {
          const to = PLACES[name];
          return (
            <li key={name}>
              <strong>{formatCounted(counts[name])}</strong>
              {to ? <Link to={to}>{t(`needs.${name}`)}</Link> : <span>{t(`needs.${name}`)}</span>}
            </li>
          );
        })}
        {brokenBooks.map((book) => (
          <li key={book} data-tone="bad">
            <Icon name="warning" />
            <BookName name={book} />
          </li>
        ))}
        {warnings.map(({ code, value }) => (
          <li key={code}>
            <Icon name="info" />
            <span>{t(`settings.${code}`, { value })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
