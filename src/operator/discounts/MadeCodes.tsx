import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { saveFile } from '#/client/platform/media/saveFile.ts';
import { Dialog, DialogActions, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import styles from './Discounts.module.css';

interface MadeCodesProps {
  /** Undefined when the answer with the codes was lost. */
  codes: readonly string[] | undefined;
  prefix: string;
  onClose: () => void;
}

/** The codes of a new batch as a file. The dialog closes only after the operator confirms that they have the file. */
export function MadeCodes({ codes, prefix, onClose }: MadeCodesProps) {
  const { t } = useTranslation(['operatorDiscounts', 'operator']);
  const [isKept, setIsKept] = useState(false);
  const mayClose = isKept || codes === undefined;
  const close = () => {
    if (mayClose) onClose();
  };
  return (
    <Dialog open onClose={close} closeLabel={t('operator:act.close')}>
      <DialogBody>
        <div className={styles.made}>
          <DialogTitle>{t('make.batchDone')}</DialogTitle>
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
              <Checkbox name="kept" label={t('batch.kept')} checked={isKept} onCheckedChange={setIsKept} />
            </>
          )}
          <DialogActions>
            <Button disabled={!mayClose} onClick={close}>
              {t('operator:act.close')}
            </Button>
          </DialogActions>
        </div>
      </DialogBody>
    </Dialog>
  );
}
