import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MakeExportBody } from '#/contract/operator/figures/exports.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { FormDialog } from '../acts/FormDialog.tsx';
import { ReasonField } from '../acts/ReasonField.tsx';
import { callOperator } from '../platform/operatorApi.ts';

interface ExportDialogProps {
  filter: Omit<MakeExportBody, 'reason'>;
  onClose: () => void;
}

/**
 * Asks for the reason of an export, then lets the browser download the file directly, so its size does not matter.
 */
export function ExportDialog({ filter, onClose }: ExportDialogProps) {
  const { t } = useTranslation(['operatorExports', 'operator']);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<unknown>();
  const { isPending, run } = useOneRequest();
  const isReasonWrong = error instanceof ApiError && error.errors.reason !== undefined;
  const file = `${filter.kind}.csv`;

  const make = () =>
    run(async () => {
      setError(undefined);
      const { ticket, rows } = await callOperator(operatorCalls.makeExport, { body: { ...filter, reason } });
      load(ticket);
      notify({ type: 'success', title: t('begun', { file }), description: t('rows', { count: rows }) });
      onClose();
    }, setError);

  return (
    <FormDialog
      title={t('downloadNamed', { file })}
      lead={t('dialogLead', { from: formatDay(filter.from), to: formatDay(filter.to) })}
      submitLabel={t('download')}
      busy={isPending}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <ReasonField
        value={reason}
        label={t('operator:act.reason')}
        error={isReasonWrong ? errorTextOf(error) : undefined}
        onValueChange={setReason}
      />
      <FormAlert sentences={error && !isReasonWrong ? [errorTextOf(error)] : []} />
    </FormDialog>
  );
}

function load(ticket: string): void {
  const link = document.createElement('a');
  link.href = `${pageConfig.apiBaseUrl}${operatorCalls.loadExport.path.replace('{id}', ticket)}`;
  link.download = '';
  link.click();
}
