import { CSPProvider } from '@base-ui/react/csp-provider';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { QueryView } from '../parts/QueryView.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import { useTitle } from '../platform/useTitle.ts';
import { AcceptForm } from './AcceptForm.tsx';
import { Entrance } from './Entrance.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const TOKEN = /^#([A-Za-z0-9_-]{43})$/;

/** The page of an invitation's link (O1). The link's secret stands behind the #, which no server and no log sees. */
export function InvitationPage() {
  const { t } = useTranslation('operator');
  const [token] = useState(() => TOKEN.exec(location.hash)?.[1]);
  const [codes, setCodes] = useState<string[]>();
  useTitle(t('invitation.title'));
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callOperator(operatorCalls.invitation, { body: { token: token ?? '' } }),
    enabled: token !== undefined && codes === undefined,
    gcTime: 0,
    staleTime: Infinity,
  });
  const isInvalid =
    token === undefined ||
    (invitation.error instanceof ApiError && invitation.error.code === 'invitationInvalid');

  return (
    <CSPProvider disableStyleElements>
      {codes ? (
        <Entrance title={t('recovery.title')} text={t('recovery.text')}>
          <RecoveryCodes codes={codes} />
        </Entrance>
      ) : isInvalid ? (
        <Entrance title={t('invitation.invalidTitle')} text={t('invitation.invalidText')}>
          <a href="/operator">{t('invitation.toSignIn')}</a>
        </Entrance>
      ) : (
        <Entrance title={t('invitation.title')} text={t('invitation.text')}>
          <QueryView query={invitation} height="480px">
            {(invited) => <AcceptForm token={token} invited={invited} onAccepted={setCodes} />}
          </QueryView>
        </Entrance>
      )}
    </CSPProvider>
  );
}
