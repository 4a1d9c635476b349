import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { signUpBody, type SignUpBody } from '#/contract/auth.ts';
import { authCalls } from '#/contract/calls/auth.ts';
import type { GameServer } from '#/contract/landing.ts';
import {
  EMAIL_MAX_LENGTH,
  LOGIN_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PROMO_CODE_MAX_LENGTH,
} from '#/contract/kernel/limits.ts';
import { useIsClosed } from '#/client/platform/api/closedParts.ts';
import { ClosedNote } from '#/client/platform/forms/ClosedNote.tsx';
import { call } from '#/client/platform/api/api.ts';
import { captchaAhead, withCaptcha } from '#/client/domain/forms/captcha.ts';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { NewTabLink } from '#/client/domain/forms/NewTabLink.tsx';
import { paths } from '#/client/platform/navigation/paths.ts';
import { ServerSelect } from '#/client/domain/forms/ServerSelect.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './AuthForm.module.css';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { asEmail, asPromoCode, withoutSpaceAndCyrillic } from '#/client/platform/forms/typing.ts';
import { enter } from './entrance.ts';
import { takeLanguageDraft, useLanguageDraft } from './languageDraft.ts';

const validate = zodResolver(signUpBody);
/** An empty promo code is left out of the request. */
const resolver: typeof validate = ({ promo_code, ...values }, context, options) =>
  validate(promo_code ? { ...values, promo_code } : values, context, options);

const toForm = captchaAhead('signUp');

interface SignUpFormProps {
  servers: readonly GameServer[];
  /** Key of the initially selected server, '' for none. */
  server: string;
}

export function SignUpForm({ servers, server }: SignUpFormProps) {
  const { t } = useTranslation('auth');
  const isClosed = useIsClosed('signUp');
  const [query] = useSearchParams();
  // an invitation link fills the code in (C7)
  const invitedBy = asPromoCode(query.get('promo') ?? '').slice(0, PROMO_CODE_MAX_LENGTH);
  const [draft] = useState(() => takeLanguageDraft('signUp'));
  const form = useForm<SignUpBody>({
    resolver,
    defaultValues: {
      server: draft.server || server,
      login: draft.login ?? '',
      email: draft.email ?? '',
      password: '',
      password_confirmation: '',
      promo_code: draft.promo_code ?? invitedBy,
    },
  });
  useLanguageDraft('signUp', form.getValues);
  const { control } = form;
  const { isPending, failure, submit } = useSubmit(form);

  const send = form.handleSubmit((body) =>
    submit(() =>
      enter(withCaptcha('signUp', (captcha) => call(authCalls.signUp, { body: { ...body, captcha } }))),
    ),
  );

  return (
    <form
      className={`${styles.form} ${styles.long}`}
      noValidate
      ref={toForm}
      onSubmit={(event) => void send(event)}
    >
      <ServerSelect control={control} name="server" servers={servers} />
      <div className={styles.pair}>
        <FormField
          control={control}
          name="login"
          label={t('fields.login')}
          hint={t('fields.loginHint')}
          autoComplete="username"
          maxLength={LOGIN_MAX_LENGTH}
          filter={withoutSpaceAndCyrillic}
        />
        <FormField
          control={control}
          name="email"
          label={t('fields.email')}
          autoComplete="email"
          inputMode="email"
          maxLength={EMAIL_MAX_LENGTH}
          filter={asEmail}
        />
      </div>
      <div className={styles.pair}>
        <FormField
          control={control}
          name="password"
          partner="password_confirmation"
          type="password"
          label={t('fields.password')}
          hint={t('fields.passwordHint')}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_LENGTH}
        />
        <FormField
          control={control}
          name="password_confirmation"
          type="password"
          label={t('fields.passwordConfirmation')}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_LENGTH}
        />
      </div>
      <div className={`${styles.pair} ${styles.ending}`}>
        <FormField
          control={control}
          name="promo_code"
          label={t('fields.promoCode')}
          hint={t('fields.promoCodeHint')}
          autoComplete="off"
          maxLength={PROMO_CODE_MAX_LENGTH}
          filter={asPromoCode}
        />
        <div className={styles.submit}>
          <FormAlert sentences={failure} />
          <ClosedNote part="signUp" />
          <Button type="submit" size="large" wide busy={isPending} spent={isClosed}>
            {t(isPending ? 'signUp.pending' : 'signUp.submit')}
          </Button>
        </div>
      </div>
      <p className={styles.privacy}>
        <Trans
          t={t}
          i18nKey="signUp.privacy"
          components={{
            terms: <NewTabLink path={paths.terms} />,
            policy: <NewTabLink path={paths.privacy} />,
          }}
        />
      </p>
    </form>
  );
}
