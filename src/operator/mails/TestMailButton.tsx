import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mailCalls } from '#/contract/operator/mailCalls.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { callOperator } from '../platform/operatorApi.ts';

/** Mails a test to the operator's own address. The list then shows whether it was sent. */
export function TestMailButton() {
  const { t } = useTranslation(['operatorMails', 'operator']);
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => callOperator(mailCalls.sendTestMail, { body: { locale: pageConfig.locale } }),
    onSuccess: ({ id }) => {
      notify({ type: 'success', title: t('operator:act.done'), description: t('test.sent', { no: id }) });
      void client.invalidateQueries();
    },
    onError: (error) => notify({ type: 'error', title: t('test.send'), description: errorTextOf(error) }),
  });
  return (
    <Button
      variant="secondary"
      size="small"
      icon="envelope"
      busy={test.isPending}
      title={t('test.text')}
      onClick={() => test.mutate()}
    >
      {t('test.send')}
    </Button>
  );
}
