import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import {
  type LedgerLine,
  type PlayerLedgerAccount,
  PLAYER_LEDGER_ACCOUNTS,
} from '#/contract/operator/players.ts';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { PagedList } from '#/client/ui/feedback/PagedList.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { useFieldTexts } from '../acts/fieldTexts.ts';
import { FilterChoice } from '../lists/Filters.tsx';
import { Time } from '../parts/Time.tsx';
import { usePagedLabels } from '../lists/usePagedLabels.ts';
import { type BalancedLine, withBalances } from './withBalances.ts';
import { ledgerQuery } from './playerQueries.ts';
import styles from './Players.module.css';

/** The lines of a player's ledger account, with the balance after each line (O12). */
export function PlayerLedger({ id }: { id: string }) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const { known } = useFieldTexts();
  const labels = usePagedLabels();
  const [search, setSearch] = useSearchParams();
  const ledgerAccount: PlayerLedgerAccount =
    PLAYER_LEDGER_ACCOUNTS.find((one) => one === search.get('ledgerAccount')) ?? 'wallet';
  const ledger = useInfiniteQuery(ledgerQuery(id, ledgerAccount));
  const balance = ledger.data?.pages[0]?.balance ?? 0;

  const columns: Column<BalancedLine>[] = [
    { key: 'at', label: t('operator:orders.time'), renderCell: ({ at }) => <Time at={at} /> },
    {
      key: 'reason',
      label: t('ledger.reason'),
      renderCell: ({ reason }) => known(`operatorPlayers:ledgerReasons.${reason}`) ?? reason,
    },
    {
      key: 'cause',
      label: t('ledger.cause'),
      renderCell: ({ order, cause }) => <Cause order={order} cause={cause} />,
    },
    {
      key: 'other',
      label: t('ledger.other'),
      renderCell: ({ other }) => t(`ledgerAccounts.${other as 'shop'}`),
    },
    {
      key: 'amount',
      label: t('ledger.amount'),
      kind: 'number',
      renderCell: ({ amount }) => (
        <span className={styles.amount} data-in={amount > 0 || undefined}>
          {amount > 0 ? '+' : '−'}
          {formatCoins(Math.abs(amount))}
        </span>
      ),
    },
    {
      key: 'balance',
      label: t('ledger.balance'),
      kind: 'number',
      renderCell: ({ balance: after }) => formatCoins(after),
    },
  ];

  return (
    <section className={styles.section}>
      <div className={styles.account}>
        <FilterChoice
          label={t('ledger.account')}
          options={PLAYER_LEDGER_ACCOUNTS.slice(1).map((value) => ({
            value,
            label: t(`ledgerAccounts.${value}`),
          }))}
          anyLabel={t('ledgerAccounts.wallet')}
          value={ledgerAccount === 'wallet' ? '' : ledgerAccount}
          onValueChange={(value) =>
            setSearch({ tab: 'ledger', ...(value && { ledgerAccount: value }) }, { replace: true })
          }
        />
        <p>{t('ledger.now', { sum: formatCoins(balance) })}</p>
      </div>
      <PagedList
        query={ledger}
        itemsOf={({ lines }): readonly LedgerLine[] => lines}
        labels={labels}
        skeleton={<Skeleton height="420px" />}
        empty={<EmptyState icon="coins" title={t('ledger.empty')} text={t('ledger.emptyText')} />}
      >
        {(lines, end) => (
          <>
            <DataTable
              label={t('player.tab.ledger')}
              columns={columns}
              rows={withBalances(lines, balance)}
              keyOf={(line) => line.id}
            />
            {!ledger.hasNextPage && (
              <p className={styles.note}>{t('ledger.adds', { sum: formatCoins(balance) })}</p>
            )}
            {end}
          </>
        )}
      </PagedList>
    </section>
  );
}

/** Number of characters by which a long id is shown. */
const SHORT = 10;
/** Tabs that explain lines whose cause is not an order. */
const TABS_OF: Readonly<Record<string, string>> = {
  grant: '?tab=history',
  correction: '?tab=history',
  coupon: '?tab=draws',
};

function Cause({ order, cause }: Pick<LedgerLine, 'order' | 'cause'>) {
  const [kind = '', id = ''] = cause.split(' ');
  const to = order ? `/orders/${order}` : TABS_OF[kind];
  const words = order ?? id;
  const short = words.length > SHORT ? `${words.slice(0, SHORT)}…` : words;
  if (!to) return <code title={cause}>{short}</code>;
  return (
    <Link to={to} className={styles.link} title={order ?? cause}>
      {short}
    </Link>
  );
}
