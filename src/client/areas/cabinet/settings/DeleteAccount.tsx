import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { deleteAccountBody, type DeleteAccountBody } from '#/contract/cabinet.ts';
import type { UserReply } from '#/contract/session.ts';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { call } from '#/client/platform/api/api.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { formatCoins, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { clearBrowserSession } from '#/client/platform/api/session.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Dialog, DialogBody, DialogDescription, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import styles from './Settings.module.css';

interface DeleteAccountProps extends Pick<UserReply, 'user' | 'couponCount' | 'caseCount' | 'premiumUntil'> {
  open: boolean;
  onClose: () => void;
}

const validate = zodResolver(deleteAccountBody);
/** Leaves out the empty code of an account without a second factor. */
const resolver: typeof validate = ({ verification_code, ...values }, context, options) =>
  validate(verification_code ? { ...values, verification_code } : values, context, options);

/** Deletes the account after a check of the password, and lists the losses. */
export function DeleteAccount({ open, onClose, ...reply }: DeleteAccountProps) {
  const { user, couponCount, caseCount, premiumUntil } = reply;
  const { t } = useTranslation('cabinet');
  const form = useForm<DeleteAccountBody>({
    resolver,
    defaultValues: { password: '', verification_code: '' },
  });
  const { isPending, failure, submit } = useSubmit(form);
  const close = () => {
    form.reset();
    onClose();
  };
  const remove = form.handleSubmit((body) =>
    submit(async () => {
      await call(cabinetCalls.deleteAccount, { body });
      clearBrowserSession();
      location.assign(inLocale(pageConfig.locale, paths.landing));
    }),
  );
  const lost = [
    user.premiumCoins > 0 && formatCoins(user.premiumCoins),
    couponCount > 0 && t('settings.delete.lostPrizes', { amount: formatNumber(couponCount) }),
    caseCount > 0 && t('settings.delete.lostCases', { amount: formatNumber(caseCount) }),
    premiumUntil !== null && 'Premium',
  ].filter((part) => part !== false);
  return (
    <Dialog open={open} onClose={close}>
      <DialogBody>
        <form className={styles.dialog} noValidate onSubmit={(event) => void remove(event)}>
          <DialogTitle>{t('settings.delete.ask')}</DialogTitle>
          <DialogDescription>
            {lost.length > 0
              ? t('settings.delete.lost', { what: new Intl.ListFormat(pageConfig.locale).format(lost) })
              : t('settings.delete.text')}
          </DialogDescription>
          <FormField
            control={form.control}
            name="password"
            type="password"
            label={t('settings.email.password')}
            autoComplete="current-password"
          />
          {user.isTwoFaEnabled && (
            <FormField
              control={form.control}
              name="verification_code"
              label={t('settings.delete.code')}
              autoComplete="one-time-code"
              isClearable
              maxLength={32}
            />
          )}
          <FormAlert sentences={failure} />
          <div className={styles.actions}>
            <Button type="submit" variant="danger" busy={isPending}>
              {t('settings.delete.confirm')}
            </Button>
            <Button variant="secondary" onClick={close}>
              {t('settings.delete.keep')}
            </Button>
          </div>
        </form>
      </DialogBody>
    </Dialog>
  );
}
