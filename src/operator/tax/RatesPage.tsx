import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { VatRate, VatRatesReply } from '#/contract/operator/vat.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { StateMark } from '../parts/StateMark.tsx';
import { countryName } from '../platform/countryName.ts';
import { useMay } from '../platform/session.ts';
import { formatRate } from '../platform/formatRate.ts';
import { RateDialog, replacedBy } from './RateDialog.tsx';
import { TaxHead } from './TaxHead.tsx';
import styles from './Tax.module.css';
import { ratesQuery } from './taxQueries.ts';

/** The VAT rates, which an owner sets. */
export function RatesPage() {
  const { t } = useTranslation('operatorTax');
  const query = useQuery(ratesQuery);
  const maySet = useMay('tax.rates');
  const [open, setOpen] = useState<'set' | 'import' | VatRate>();
  const close = () => setOpen(undefined);
  return (
    <>
      <TaxHead part="rates">
        {maySet && (
          <>
            <Button size="small" onClick={() => setOpen('set')}>
              {t('rates.set')}
            </Button>
            <Button variant="secondary" size="small" onClick={() => setOpen('import')}>
              {t('rates.import')}
            </Button>
          </>
        )}
      </TaxHead>
      <QueryView query={query}>
        {({ rates, starting }) => (
          <>
            {rates.length === 0 ? (
              <EmptyState icon="percent" title={t('rates.empty')} text={t('rates.emptyText')} />
            ) : (
              <>
                {rates.some(({ isConfirmed }) => !isConfirmed) && (
                  <p className={styles.notice}>{t('rates.unconfirmedText')}</p>
                )}
                <RateTable rates={rates} onConfirm={maySet ? setOpen : undefined} />
              </>
            )}
            {open === 'import' && <ImportDialog starting={starting} onClose={close} />}
            {open === 'set' && <RateDialog rates={rates} onClose={close} />}
          </>
        )}
      </QueryView>
      {typeof open === 'object' && <ConfirmDialog rate={open} onClose={close} />}
    </>
  );
}

interface RateTableProps {
  rates: readonly VatRate[];
  /** Absent if the operator may not set rates. */
  onConfirm?: ((rate: VatRate) => void) | undefined;
}

function RateTable({ rates, onConfirm }: RateTableProps) {
  const { t } = useTranslation('operatorTax');
  const confirmColumn: Column<VatRate> = {
    key: 'confirm',
    label: t('rates.acts'),
    kind: 'actions',
    renderCell: (rate) =>
      !rate.isConfirmed && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('rates.confirmNamed', { country: countryName(rate.country) })}
          onClick={() => onConfirm?.(rate)}
        >
          {t('rates.confirm')}
        </Button>
      ),
  };
  const columns: Column<VatRate>[] = [
    { key: 'country', label: t('columns.country'), renderCell: ({ country }) => countryName(country) },
    {
      key: 'rate',
      label: t('columns.rate'),
      kind: 'number',
      renderCell: ({ basisPoints }) => formatRate(basisPoints),
    },
    { key: 'from', label: t('columns.from'), renderCell: ({ from }) => formatDay(from) },
    {
      key: 'state',
      label: t('rates.state'),
      renderCell: ({ isConfirmed }) => (
        <StateMark tone={isConfirmed ? 'good' : 'waits'}>
          {t(isConfirmed ? 'rates.confirmed' : 'rates.unconfirmed')}
        </StateMark>
      ),
    },
    ...(onConfirm ? [confirmColumn] : []),
  ];
  return (
    <div className={styles.rates}>
      <DataTable
        label={t('parts.rates')}
        columns={columns}
        rows={rates}
        keyOf={({ country, from }) => `${country} ${from}`}
      />
    </div>
  );
}

/** Confirms an imported rate: the owner writes where they have compared it. */
function ConfirmDialog({ rate, onClose }: { rate: VatRate; onClose: () => void }) {
  const { t } = useTranslation('operatorTax');
  const { country, from, basisPoints } = rate;
  const body = { country, from, basisPoints, replaces: replacedBy([rate], rate) };
  return (
    <ActDialog
      plan={{ endpoint: operatorCalls.setVatRate, input: { body } }}
      title={t('rates.confirmNamed', { country: countryName(country) })}
      label={t('rates.confirm')}
      done={t('rates.confirmDone')}
      reasonLabel={t('rates.comparedWith')}
      renderForeseen={({ orders }) => <p>{t('rates.orders', { count: Number(orders) })}</p>}
      onClose={onClose}
    >
      <p>{t('rates.confirmText', { rate: formatRate(basisPoints), from: formatDay(from) })}</p>
    </ActDialog>
  );
}

/** Offers the standard rates of the EU. They count for nothing until an owner has confirmed each. */
function ImportDialog({ starting, onClose }: { starting: VatRatesReply['starting']; onClose: () => void }) {
  const { t } = useTranslation('operatorTax');
  return (
    <ActDialog
      plan={{ endpoint: operatorCalls.importVatRates, input: { body: {} } }}
      title={t('rates.import')}
      label={t('rates.importDo')}
      done={t('rates.imported')}
      onClose={onClose}
    >
      <p>{t('rates.importText', { from: formatDay(starting[0]?.from ?? '') })}</p>
      <p className={styles.quiet}>
        {starting
          .map(({ country, basisPoints }) => `${countryName(country)} ${formatRate(basisPoints)}`)
          .join(', ')}
      </p>
    </ActDialog>
  );
}
