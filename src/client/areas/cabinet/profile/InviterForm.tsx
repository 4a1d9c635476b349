import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { cabinetCalls } from '#/contract/calls/cabinet.ts';
import { PROMO_CODE_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { inviterBody } from '#/contract/referral.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { FormField } from '#/client/platform/forms/FormField.tsx';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { createSendOnce } from '#/client/platform/api/retryKey.ts';
import { asPromoCode } from '#/client/platform/forms/typing.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { useSubmit } from '#/client/platform/forms/useSubmit.ts';
import styles from './Profile.module.css';

type Body = z.infer<typeof inviterBody>;

/** The form for the inviter's code, which is saved once. Players cannot use their own code (C3). */
export function InviterForm({ ownCode, onSend }: { ownCode: string; onSend: () => void }) {
  const { t } = useTranslation(['cabinet', 'common']);
  const client = useQueryClient();
  const form = useForm<Body>({ resolver: zodResolver(inviterBody), defaultValues: { promo_code: '' } });
  const { isPending, failure, submit } = useSubmit(form);
  const [sendOnce] = useState(() => createSendOnce());
  const typed = useWatch({ control: form.control, name: 'promo_code' });

  const save = form.handleSubmit((body) => {
    if (body.promo_code === ownCode)
      return form.setError('promo_code', { message: 'inviterOwn' }, { shouldFocus: true });
    return submit(async () => {
      onSend();
      try {
        const { registrationPromoCode } = await sendOnce(body, (idempotencyKey) =>
          call(cabinetCalls.saveInviter, { body }, { idempotencyKey }),
        );
        client.setQueryData(
          playerQuery.queryKey,
          (known) => known && { ...known, user: { ...known.user, registrationPromoCode } },
        );
        notify({ type: 'success', title: t('common:toast.success'), description: t('inviter.saved') });
      } catch (error) {
        // another tab has saved a code, which is loaded
        if (error instanceof ApiError && error.code === 'inviterSet')
          void client.invalidateQueries({ queryKey: playerQuery.queryKey });
        throw error;
      }
    });
  });
  return (
    <form className={styles.inviterForm} noValidate onSubmit={(event) => void save(event)}>
      <FormField
        control={form.control}
        name="promo_code"
        label={t('inviter.label')}
        hint={t('inviter.hint')}
        autoComplete="off"
        maxLength={PROMO_CODE_MAX_LENGTH}
        filter={asPromoCode}
      />
      <FormAlert sentences={failure} />
      <Button type="submit" variant="secondary" disabled={typed === ''} busy={isPending}>
        {t('inviter.save')}
      </Button>
    </form>
  );
}
