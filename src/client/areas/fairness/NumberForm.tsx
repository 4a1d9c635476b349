import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { focusFirst } from './focusFirst.ts';
import styles from './Forms.module.css';
import { isEpochId, isNonce } from './verification/handEvidence.ts';

interface NumberFormProps {
  /** Id from the address; '' for none. */
  epoch: string;
  nonce: string;
  onVerify: (epoch: string, nonce: string) => void;
}

/** The form for the id of an epoch, and optionally one of its draws. */
export function NumberForm({ epoch: epochAtFirst, nonce: nonceAtFirst, onVerify }: NumberFormProps) {
  const { t } = useTranslation('fairness');
  const [epoch, setEpoch] = useState(epochAtFirst);
  const [nonce, setNonce] = useState(nonceAtFirst);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isEpochWrong = !isEpochId(epoch);
  const isNonceWrong = nonce !== '' && !isNonce(nonce);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isEpochWrong || isNonceWrong) focusFirst(event.currentTarget, [isEpochWrong ? 'epoch' : 'nonce']);
    else onVerify(epoch, nonce);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.pair}>
        <Field
          name="epoch"
          label={t('number.epoch')}
          hint={t('number.epochHint')}
          error={isSubmitted && isEpochWrong ? t('number.epochInvalid') : undefined}
          value={epoch}
          maxLength={60}
          autoComplete="off"
          onChange={({ currentTarget }) => setEpoch(currentTarget.value.trim())}
        />
        <Field
          name="nonce"
          label={t('number.nonce')}
          hint={t('number.nonceHint')}
          error={isSubmitted && isNonceWrong ? t('number.nonceInvalid') : undefined}
          value={nonce}
          maxLength={10}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ currentTarget }) => setNonce(currentTarget.value.trim())}
        />
      </div>
      <Button type="submit">{t('verify.submit')}</Button>
    </form>
  );
}
