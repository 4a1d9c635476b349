import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drawNo, nonceOf } from '#/contract/fair.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { focusFirst } from './focusFirst.ts';
import styles from './Forms.module.css';
import { isDrawNo, isEpochId } from '#/client/domain/verification/handEvidence.ts';

interface Wanted {
  /** Id of an epoch; '' for none. */
  epoch: string;
  /** Null for the whole epoch. */
  nonce: number | null;
}

interface NumberFormProps {
  /** What the address asks for. A link to another draw fills it into the fields. */
  asked: Wanted;
  onVerify: (epoch: string, nonce: number | null) => void;
}

/** The form for the id of an epoch, and optionally one of its draws. */
export function NumberForm({ asked, onVerify }: NumberFormProps) {
  const { t } = useTranslation('fairness');
  const [epoch, setEpoch] = useState(asked.epoch);
  const [no, setNo] = useState(noOf(asked));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [filledIn, setFilledIn] = useState(asked);
  // fills the fields in and keeps the form, so that its button keeps the focus
  if (filledIn.epoch !== asked.epoch || filledIn.nonce !== asked.nonce) {
    setFilledIn(asked);
    setEpoch(asked.epoch);
    setNo(noOf(asked));
    setIsSubmitted(false);
  }
  const isEpochWrong = !isEpochId(epoch);
  const isNoWrong = no !== '' && !isDrawNo(no);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isEpochWrong || isNoWrong) focusFirst(event.currentTarget, [isEpochWrong ? 'epoch' : 'nonce']);
    else onVerify(epoch, no === '' ? null : nonceOf(Number(no)));
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
          error={isSubmitted && isNoWrong ? t('number.nonceInvalid') : undefined}
          value={no}
          maxLength={10}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ currentTarget }) => setNo(currentTarget.value.trim())}
        />
      </div>
      <Button type="submit">{t('verify.submit')}</Button>
    </form>
  );
}

/** The number of a draw as its field shows it; '' for the whole epoch. */
const noOf = ({ nonce }: Wanted) => (nonce === null ? '' : String(drawNo(nonce)));
