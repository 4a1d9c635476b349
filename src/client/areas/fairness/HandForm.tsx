import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { TextArea } from '#/client/ui/inputs/TextArea.tsx';
import type { Evidence } from '#/client/domain/verification/evidence.ts';
import { focusFirst } from './focusFirst.ts';
import styles from './Forms.module.css';
import {
  handEvidence,
  type HandField,
  handFaults,
  type HandValues,
} from '#/client/domain/verification/handEvidence.ts';

const EMPTY: HandValues = {
  serverSeed: '',
  commitment: '',
  epoch: '',
  clientSeed: '',
  nonce: '',
  odds: '',
  ticket: '',
  itemId: '',
};
/** Fields in the order of the form. */
const FIELDS = Object.keys(EMPTY) as HandField[];

/** The form for the numbers of one draw, typed by hand. */
export function HandForm({ onVerify }: { onVerify: (evidence: Evidence) => void }) {
  const { t } = useTranslation('fairness');
  const [values, setValues] = useState(EMPTY);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const faults = handFaults(values);
  const set = (name: HandField, value: string) => setValues((known) => ({ ...known, [name]: value }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsSubmitted(true);
    const wrong = FIELDS.filter((name) => faults[name]);
    if (wrong.length > 0) focusFirst(event.currentTarget, wrong);
    else onVerify(handEvidence(values));
  };
  const errorOf = (name: HandField) => {
    const fault = faults[name];
    return isSubmitted && fault ? t(fault) : undefined;
  };
  const field = (name: HandField) => ({
    name,
    value: values[name],
    error: errorOf(name),
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      set(name, currentTarget.value.trim()),
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        {...field('serverSeed')}
        label={t('hand.serverSeed')}
        hint={t('hand.serverSeedHint')}
        maxLength={70}
      />
      <Field {...field('commitment')} label={t('hand.commitment')} maxLength={70} />
      <div className={styles.pair}>
        <Field {...field('epoch')} label={t('number.epoch')} maxLength={60} />
        <Field {...field('clientSeed')} label={t('hand.clientSeed')} maxLength={70} />
      </div>
      <Field
        {...field('nonce')}
        label={t('hand.nonce')}
        hint={t('hand.nonceHint')}
        inputMode="numeric"
        maxLength={10}
      />
      <TextArea
        name="odds"
        label={t('hand.odds')}
        hint={t('hand.oddsHint')}
        error={errorOf('odds')}
        value={values.odds}
        onValueChange={(value) => set('odds', value)}
      />
      <div className={styles.pair}>
        <Field {...field('ticket')} label={t('hand.ticket')} inputMode="numeric" maxLength={7} />
        <Field {...field('itemId')} label={t('hand.itemId')} inputMode="numeric" maxLength={10} />
      </div>
      <Button type="submit">{t('verify.submit')}</Button>
    </form>
  );
}
