import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { operatorSignInBody } from '#/contract/operator/people/people.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { asEmail } from '#/client/platform/forms/typing.ts';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { sessionQuery } from '../platform/session.ts';
import { noteSessionBack } from '../platform/sessionLost.ts';
import styles from './Entrance.module.css';

/**
 * E-mail address, password and code in one form (O2).
 * @param email address of the previous session
 */
export function SignInForm({ email = '' }: { email?: string }) {
  const { t } = useTranslation('operator');
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(operatorSignInBody),
    defaultValues: { email, password: '', code: '' },
  });
  const { isPending, failure, submit } = useSubmit(form);
  const send = form.handleSubmit((body) =>
    submit(async () => {
      await callOperator(operatorCalls.signIn, { body });
      await client.refetchQueries({ queryKey: sessionQuery.queryKey });
      noteSessionBack();
      // a draft on the page is not read again, or its unsaved input is lost (O30)
      void client.invalidateQueries({
        predicate: ({ queryKey, meta, state }) =>
          queryKey[0] !== sessionQuery.queryKey[0] &&
          (meta?.['isAsOpened'] !== true || state.data === undefined),
      });
    }),
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <FormField
        control={form.control}
        name="email"
        label={t('signIn.email')}
        autoComplete="username"
        inputMode="email"
        filter={asEmail}
      />
      <FormField
        control={form.control}
        name="password"
        type="password"
        label={t('signIn.password')}
        autoComplete="current-password"
      />
      <FormField
        control={form.control}
        name="code"
        label={t('factor.label')}
        hint={t('factor.hint')}
        autoComplete="one-time-code"
        maxLength={32}
      />
      <FormAlert sentences={failure} />
      <Button type="submit" size="large" wide busy={isPending}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
