import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { changePasswordBody, type ChangePasswordBody } from '#/contract/cabinet.ts';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { PASSWORD_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { call } from '#/client/platform/api/api.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { passkeysQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import { refreshAccess } from './refreshAccess.ts';
import styles from './Settings.module.css';

const EMPTY: ChangePasswordBody = { old_password: '', password: '', password_confirmation: '' };

/** Changes the password (C8). Saving is disabled while a field is empty or the new passwords differ. */
export function PasswordSettings({ login }: { login: string }) {
  const { t } = useTranslation(['cabinet', 'common']);
  const form = useForm<ChangePasswordBody>({
    resolver: zodResolver(changePasswordBody),
    defaultValues: EMPTY,
  });
  const { control } = form;
  const { isPending, failure, submit } = useSubmit(form);
  const { data } = useQuery(passkeysQuery);
  const passkeyCount = data?.passkeys.length ?? 0;
  const client = useQueryClient();
  const [keepsPasskeys, setKeepsPasskeys] = useState(false);
  const values = useWatch({ control });
  const isReady = values.old_password && values.password && values.password === values.password_confirmation;

  const save = form.handleSubmit((body) =>
    submit(async () => {
      await call(cabinetCalls.changePassword, { body: { ...body, keep_passkeys: keepsPasskeys } });
      form.reset(EMPTY);
      refreshAccess(client);
      notify({
        type: 'success',
        title: t('common:toast.success'),
        description: t('settings.password.saved'),
      });
    }),
  );
  return (
    <Panel className={styles.panel}>
      <header className={styles.head}>
        <h2>{t('settings.password.title')}</h2>
        <p>{t('settings.password.text')}</p>
      </header>
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        {/* tells password managers the account of the password */}
        <input className="unseen" tabIndex={-1} aria-hidden autoComplete="username" value={login} readOnly />
        <FormField
          control={control}
          name="old_password"
          type="password"
          label={t('settings.password.old')}
          autoComplete="current-password"
        />
        <FormField
          control={control}
          name="password"
          partner="password_confirmation"
          type="password"
          label={t('settings.password.new')}
          hint={t('settings.password.hint')}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_LENGTH}
        />
        <FormField
          control={control}
          name="password_confirmation"
          type="password"
          label={t('settings.password.again')}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_LENGTH}
        />
        {passkeyCount > 0 && (
          <Checkbox
            name="keep_passkeys"
            label={t('settings.password.keepPasskeys', { count: passkeyCount })}
            checked={keepsPasskeys}
            onCheckedChange={setKeepsPasskeys}
          />
        )}
        <FormAlert sentences={failure} />
        <Button type="submit" size="large" disabled={!isReady} busy={isPending}>
          {t('settings.password.save')}
        </Button>
      </form>
    </Panel>
  );
}
