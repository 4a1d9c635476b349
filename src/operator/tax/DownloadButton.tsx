import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VatQuery } from '#/contract/operator/vat.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ExportDialog } from '../figures/ExportDialog.tsx';
import { useMay } from '../platform/session.ts';

interface DownloadButtonProps {
  kind: 'vat' | 'vat-doubts' | 'payouts' | 'payouts-missing';
  query: VatQuery;
}

/** Downloads what a page shows, for operators who may make files. */
export function DownloadButton({ kind, query }: DownloadButtonProps) {
  const { t } = useTranslation('operatorExports');
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay('exports.make')) return null;
  const { from, to, server } = query;
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {t('downloadNamed', { file: `${kind}.csv` })}
      </Button>
      {isOpen && (
        <ExportDialog
          filter={{ from, to, ...(server !== undefined && { server }), kind, separator: 'semicolon' }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
