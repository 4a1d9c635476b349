import { useTranslation } from 'react-i18next';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { saveFile } from '#/client/platform/media/saveFile.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { OnceDialog } from '../acts/OnceDialog.tsx';

interface MadeCodesProps {
  /** Undefined when the answer with the codes was lost. */
  codes: readonly string[] | undefined;
  prefix: string;
  onClose: () => void;
}

/** The codes of a new batch as a file. The dialog closes only after the operator confirms that they have the file. */
export function MadeCodes({ codes, prefix, onClose }: MadeCodesProps) {
  const { t } = useTranslation('operatorDiscounts');
  return (
    <OnceDialog
      title={t('make.batchDone')}
      keptLabel={t('batch.kept')}
      isLost={codes === undefined}
      onClose={onClose}
    >
      {codes === undefined ? (
        <p>{t('batch.lost')}</p>
      ) : (
        <>
          <p>{t('batch.once', { codes: formatNumber(codes.length) })}</p>
          <Button
            variant="secondary"
            onClick={() => saveFile(`${prefix}.csv`, 'text/csv', `code\r\n${codes.join('\r\n')}\r\n`)}
          >
            {t('batch.save')}
          </Button>
        </>
      )}
    </OnceDialog>
  );
}
