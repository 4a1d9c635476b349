import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { inviteStaffBody, OPERATOR_NAME_MAX_LENGTH } from '#/contract/operator/people/people.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { asEmail } from '#/client/platform/forms/typing.ts';
import { fieldErrorText } from '#/client/platform/i18n/errorText.ts';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { FormDialog } from '../acts/FormDialog.tsx';
import { RoleField } from './RoleField.tsx';

/**
 * Invites an operator: asks for address and role, then shows the consequences and asks for the reason. The link is
 * sent by mail.
 */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<OperatorRole>('support');
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [isChosen, setIsChosen] = useState(false);
  const body = { name, email, role, locale: pageConfig.locale };

  function check() {
    const parsed = z.safeParse(inviteStaffBody, { ...body, reason: 'checked later' });
    const found = Object.fromEntries(
      (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
    );
    setErrors(found);
    setIsChosen(parsed.success);
  }

  if (isChosen)
    return (
      <ActDialog
        plan={{ endpoint: operatorCalls.inviteStaff, input: { body } }}
        title={t('staff.inviteTitle', { email })}
        label={t('staff.invite')}
        done={t('staff.invited', { email })}
        onClose={onClose}
      />
    );
  return (
    <FormDialog title={t('staff.invite')} lead={t('staff.inviteText')} onSubmit={check} onClose={onClose}>
      <Field
        name="name"
        label={t('fields.name')}
        autoComplete="off"
        maxLength={OPERATOR_NAME_MAX_LENGTH}
        value={name}
        error={errors.name && t('staff.nameNeeded')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Field
        name="email"
        label={t('fields.email')}
        autoComplete="off"
        inputMode="email"
        value={email}
        error={fieldErrorText(errors.email)}
        onChange={(event) => setEmail(asEmail(event.currentTarget.value))}
      />
      <RoleField value={role} onValueChange={setRole} />
    </FormDialog>
  );
}
