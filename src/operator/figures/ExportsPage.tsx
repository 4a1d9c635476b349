import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  EXPORT_KINDS,
  type ExportKind,
  SEPARATORS,
  type Separator,
} from '#/contract/operator/figures/exports.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { RangeBar } from './RangeBar.tsx';
import { useRange } from './useRange.ts';
import { type Column, DataTable } from '../lists/DataTable.tsx';
import { FilterChoice } from '../lists/Filters.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { useMay } from '../platform/session.ts';
import { serversQuery } from '../servers/serverQueries.ts';
import { ExportDialog } from './ExportDialog.tsx';
import styles from './Exports.module.css';

/** Default separator, which spreadsheets in many languages expect. */
const FIRST: Separator = 'semicolon';

/** Exports of the books for a range of days. */
export function ExportsPage() {
  const { t } = useTranslation(['operatorExports', 'operatorDashboard', 'operator']);
  const range = useRange();
  const servers = useQuery(serversQuery).data?.servers ?? [];
  const mayMake = useMay('exports.make');
  const mayPersonal = useMay('see.personal');
  const [separator, setSeparator] = useState<Separator>(FIRST);
  const [chosen, setChosen] = useState<ExportKind>();

  const columns: Column<ExportKind>[] = [
    { key: 'file', label: t('file'), renderCell: (kind) => <code className={styles.file}>{kind}.csv</code> },
    { key: 'about', label: t('holds'), renderCell: (kind) => t(`about.${kind}`) },
    {
      key: 'acts',
      label: t('download'),
      kind: 'actions',
      renderCell: (kind) => (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('downloadNamed', { file: `${kind}.csv` })}
          onClick={() => setChosen(kind)}
        >
          {t('download')}
        </Button>
      ),
    },
  ];
  const kinds = EXPORT_KINDS.filter((kind) => mayMake && (kind !== 'players' || mayPersonal));
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={styles.choices}>
        <RangeBar range={range} servers={servers} />
        <FilterChoice
          label={t('separator')}
          value={separator}
          isAnyAllowed={false}
          options={SEPARATORS.map((value) => ({ value, label: t(`separators.${value}`) }))}
          onValueChange={(value) => setSeparator(value as Separator)}
        />
      </div>
      <DataTable label={t('title')} columns={columns} rows={kinds} keyOf={(kind) => kind} />
      {chosen && (
        <ExportDialog
          filter={{ ...range.query, kind: chosen, separator }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
