import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { VatRate, VatRatesReply } from '#/contract/operator/vat.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { type Column, DataTable } from '../parts/DataTable.tsx';
import { QueryView } from '../parts/QueryView.tsx';
import { countryName } from '../platform/countryName.ts';
import { useMay } from '../platform/session.ts';
import { formatRate } from '../platform/formatRate.ts';
import { RateDialog } from './RateDialog.tsx';
import { TaxHead } from './TaxHead.tsx';
import styles from './Tax.module.css';
import { ratesQuery } from './taxQueries.ts';

/** The VAT rates, which an owner sets. */
export function RatesPage() {
  const { t } = useTranslation('operatorTax');
  const query = useQuery(ratesQuery);
  const maySet = useMay('tax.rates');
  const [open, setOpen] = useState<'set' | 'import'>();
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
              <RateTable rates={rates} />
            )}
            {open === 'import' && <ImportDialog starting={starting} onClose={close} />}
          </>
        )}
      </QueryView>
      {open === 'set' && <RateDialog onClose={close} />}
    </>
  );
}

function RateTable({ rates }: { rates: readonly VatRate[] }) {
  const { t } = useTranslation('operatorTax');
  const columns: Column<VatRate>[] = [
    { key: 'country', label: t('columns.country'), renderCell: ({ country }) => countryName(country) },
    {
      key: 'rate',
      label: t('columns.rate'),
      kind: 'number',
      renderCell: ({ basisPoints }) => formatRate(basisPoints),
    },
    { key: 'from', label: t('columns.from'), renderCell: ({ from }) => formatDay(from) },
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

/** Offers the standard rates of the EU. The owner confirms them, with the day on which they were compared. */
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
      <p>
        {t('rates.importText', {
          day: formatDay(starting.comparedOn),
          from: formatDay(starting.rates[0]?.from ?? starting.comparedOn),
        })}
      </p>
      <p className={styles.quiet}>
        {starting.rates
          .map(({ country, basisPoints }) => `${countryName(country)} ${formatRate(basisPoints)}`)
          .join(', ')}
      </p>
    </ActDialog>
  );
}
