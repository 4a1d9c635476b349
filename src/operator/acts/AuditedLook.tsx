import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { useMay } from '../platform/session.ts';
import styles from './AuditedLook.module.css';

interface AuditedLookProps<Data> {
  look: Pick<UseMutationResult<Data, unknown, void>, 'data' | 'error' | 'isPending' | 'mutate'>;
  children: (data: Data) => ReactNode;
}

/** Personal data behind a button, because each look is written into the audit log. */
export function AuditedLook<Data>({ look, children }: AuditedLookProps<Data>) {
  const { t } = useTranslation('operator');
  const may = useMay('see.personal');
  if (!may) return null;
  if (look.data !== undefined) return children(look.data);
  return (
    <>
      <div>
        <Button
          variant="secondary"
          size="small"
          icon="eye"
          busy={look.isPending}
          onClick={() => look.mutate()}
        >
          {t('personal.show')}
        </Button>
      </div>
      <p className={styles.note}>{t('personal.note')}</p>
      <FormAlert sentences={look.error ? [errorTextOf(look.error)] : []} />
    </>
  );
}
