import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { acceptInvitationBody, type invitationReply } from '#/contract/operator/people/people.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import styles from './Entrance.module.css';

interface AcceptFormProps {
  token: string;
  invited: z.output<typeof invitationReply>;
  onAccepted: (recoveryCodes: string[]) => void;
}

/** An invited operator chooses a password and proves the second factor. */
export function AcceptForm({ token, invited, onAccepted }: AcceptFormProps) {
  const { t } = useTranslation('operator');
  const { email, name, role, secret, picture } = invited;
  const form = useForm({
    resolver: zodResolver(acceptInvitationBody),
    defaultValues: { token, password: '', code: '', locale: pageConfig.locale },
  });
  const { isPending, failure, submit } = useSubmit(form);
  const send = form.handleSubmit((body) =>
    submit(async () => {
      const { recoveryCodes } = await callOperator(operatorCalls.acceptInvitation, { body });
      onAccepted(recoveryCodes);
    }),
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <dl className={styles.who}>
        <dt>{t('fields.name')}</dt>
        <dd>{name}</dd>
        <dt>{t('fields.email')}</dt>
        <dd>{email}</dd>
        <dt>{t('fields.role')}</dt>
        <dd>{t(`words.role.${role}`)}</dd>
      </dl>
      {/* tells password managers the account of the password */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <FormField
        control={form.control}
        name="password"
        type="password"
        label={t('invitation.password')}
        hint={t('invitation.passwordHint')}
        autoComplete="new-password"
      />
      <div className={styles.setup}>
        <p>{t('invitation.scan')}</p>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
          alt={t('invitation.picture')}
          width="184"
          height="184"
        />
        <p>{t('invitation.manual')}</p>
        <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} label={t('copy')} copiedLabel={t('copied')} />
      </div>
      <FormField
        control={form.control}
        name="code"
        label={t('invitation.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
      />
      <FormAlert sentences={failure} />
      <Button type="submit" size="large" wide busy={isPending}>
        {t('invitation.submit')}
      </Button>
    </form>
  );
}
