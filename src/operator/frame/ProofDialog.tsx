import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { FactorField } from '../acts/FactorField.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { useProofQuestion } from '../platform/proof.ts';
import { sessionQuery } from '../platform/session.ts';

/** Asks for a fresh code when a call needs one. The call continues automatically afterwards. */
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
    <FormDialog
      title={t('proof.title')}
      lead={t('proof.text')}
      submitLabel={t('proof.submit')}
      busy={isPending}
      disabled={code === ''}
      onSubmit={() => void send()}
      onClose={() => answer(false)}
    >
      <FactorField
        value={code}
        error={error}
        onValueChange={(next) => {
          setCode(next);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
