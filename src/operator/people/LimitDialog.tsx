import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffLimit } from '#/contract/operator/people/limits.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { StaffMember } from '#/contract/operator/people/people.ts';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { centsOf, euroOf } from '../parts/typedEuro.ts';

interface LimitDialogProps {
  limit: StaffLimit;
  /** Undefined when the operator was removed meanwhile. */
  member: StaffMember | undefined;
  onClose: () => void;
}

type Name = 'perAct' | 'perDay';
const MOST = 1_000_000_000;

/** Sets an operator's limits: asks for the numbers, then shows the consequences and asks for the reason. */
export function LimitDialog({ limit, member, onClose }: LimitDialogProps) {
  const { t } = useTranslation(['operatorPeople', 'operator']);
  const isMoney = limit.unit === 'cents';
  const write = (amount: number | null) => (amount === null ? '' : isMoney ? euroOf(amount) : String(amount));
  const [typed, setTyped] = useState({ perAct: write(limit.perAct), perDay: write(limit.perDay) });
  const [wrong, setWrong] = useState<Name>();
  const [chosen, setChosen] = useState<Record<Name, number | null>>();
  const name = member?.name ?? '';

  /** @returns the amount; null when unlimited; undefined when the text is not a number */
  function read(text: string): number | null | undefined {
    if (text.trim() === '') return null;
    const amount = isMoney ? centsOf(text) : /^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
    return amount !== undefined && amount <= MOST ? amount : undefined;
  }
  function check() {
    const [perAct, perDay] = [read(typed.perAct), read(typed.perDay)];
    if (perAct === undefined) setWrong('perAct');
    else if (perDay === undefined) setWrong('perDay');
    else setChosen({ perAct, perDay });
  }

  if (chosen)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.changeLimits,
          input: {
            params: { id: String(limit.operatorId) },
            body: { permission: limit.permission, ...chosen, version: member?.version ?? 0 },
          },
        }}
        title={t('limits.changeTitle', { name })}
        label={t('operator:staff.change')}
        done={t('limits.changed', { name })}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('limits.changeTitle', { name })}
      lead={`${t(`permissions.${limit.permission.replace('.', '_') as 'see_sums'}`)} · ${t(`limits.units.${limit.unit as 'cents'}`)}`}
      onSubmit={check}
      onClose={onClose}
    >
      {(['perAct', 'perDay'] as const).map((one) => (
        <Field
          key={one}
          name={one}
          label={t(`operator:fields.${one}`)}
          hint={t('limits.hint')}
          inputMode="decimal"
          autoComplete="off"
          value={typed[one]}
          error={wrong === one ? t('operator:filters.wrong') : undefined}
          onChange={(event) => {
            setTyped({ ...typed, [one]: event.currentTarget.value });
            setWrong(undefined);
          }}
        />
      ))}
    </FormDialog>
  );
}
