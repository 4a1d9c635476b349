import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { changeEmailBody, type ChangeEmailBody } from '#/contract/cabinet.ts';
import type { UserReply } from '#/contract/session.ts';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { EMAIL_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { call } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { asEmail } from '#/client/platform/forms/typing.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { useFocusAfter } from '#/client/ui/feedback/useFocusAfter.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import styles from './Settings.module.css';

const EMPTY: ChangeEmailBody = { email: '', password: '' };

/** Changes the address: both the old and the new one confirm it by a mailed link. */
export function EmailSettings({ user }: Pick<UserReply, 'user'>) {
  const { t } = useTranslation(['cabinet', 'common']);
  const client = useQueryClient();
  const form = useForm<ChangeEmailBody>({ resolver: zodResolver(changeEmailBody), defaultValues: EMPTY });
  const { isPending, failure, submit } = useSubmit(form);
  const reload = () => client.invalidateQueries({ queryKey: playerQuery.queryKey });
  const [heading, expectChange] = useFocusAfter<HTMLHeadingElement>(user.pendingEmail);
  const cancel = useMutation({
    onMutate: expectChange,
    mutationFn: () => call(cabinetCalls.cancelEmailChange, {}),
    onError: (error) =>
      notify({ type: 'error', title: t('common:toast.error'), description: errorTextOf(error) }),
    onSettled: reload,
  });
  const change = form.handleSubmit((body) =>
    submit(async () => {
      expectChange();
      await call(cabinetCalls.changeEmail, { body });
      form.reset(EMPTY);
      await reload();
    }),
  );

  return (
    <Panel className={styles.panel}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t('settings.email.title')}
        </h2>
        <p>{t('settings.email.text', { email: user.email })}</p>
      </header>
      {user.pendingEmail ? (
        <div className={styles.form}>
          <output className={styles.pending}>
            {t('settings.email.pending', { email: user.pendingEmail })}
          </output>
          <div className={styles.actions}>
            <Button variant="secondary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('settings.email.cancel')}
            </Button>
          </div>
        </div>
      ) : (
        <form className={styles.form} noValidate onSubmit={(event) => void change(event)}>
          <FormField
            control={form.control}
            name="email"
            label={t('settings.email.new')}
            autoComplete="email"
            inputMode="email"
            maxLength={EMAIL_MAX_LENGTH}
            filter={asEmail}
          />
          <FormField
            control={form.control}
            name="password"
            type="password"
            label={t('settings.email.password')}
            autoComplete="current-password"
          />
          <FormAlert sentences={failure} />
          <div className={styles.actions}>
            <Button type="submit" busy={isPending}>
              {t('settings.email.save')}
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}
