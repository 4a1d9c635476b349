import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { Dialog, DialogActions, DialogBody, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FactorField } from '../parts/FactorField.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { useProofQuestion } from '../platform/proof.ts';
import { sessionQuery } from '../platform/session.ts';
import styles from './ProofDialog.module.css';

/** Asks for a fresh code when a call needs one. The call goes on by itself afterwards. */
export function ProofDialog() {
  const question = useProofQuestion((state) => state.question);
  return question && <Question answer={question.answer} />;
}

function Question({ answer }: { answer: (isProven: boolean) => void }) {
  const { t } = useTranslation('operator');
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { isPending, run } = useOneRequest();
  const send = () =>
    run(
      async () => {
        await callOperator(operatorCalls.prove, { body: { code } });
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        answer(true);
      },
      (reason) => setError(errorTextOf(reason)),
    );
  return (
    <Dialog open onClose={() => answer(false)} closeLabel={t('act.close')}>
      <DialogBody>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <DialogTitle>{t('proof.title')}</DialogTitle>
          <p>{t('proof.text')}</p>
          <FactorField
            value={code}
            error={error}
            onValueChange={(next) => {
              setCode(next);
              setError(undefined);
            }}
          />
          <DialogActions>
            <Button type="submit" busy={isPending} disabled={code === ''}>
              {t('proof.submit')}
            </Button>
            <Button variant="secondary" onClick={() => answer(false)}>
              {t('act.cancel')}
            </Button>
          </DialogActions>
        </form>
      </DialogBody>
    </Dialog>
  );
}
