import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { callOperator } from '../platform/operatorApi.ts';
import { AuditedLook } from '../acts/AuditedLook.tsx';

/** Address, networks and browsers in full. Each look is written into the audit log. */
export function PlayerPersonal({ id }: { id: number }) {
  const { t } = useTranslation('operatorPlayers');
  const look = useMutation({
    mutationFn: () => callOperator(operatorCalls.playerPersonal, { params: { id: String(id) } }),
  });
  return (
    <AuditedLook look={look}>
      {({ email, signUpNetwork, sessions }) => (
        <>
          <p>
            <code>{email}</code>
          </p>
          {signUpNetwork && (
            <p>
              {t('player.signUpNetwork')}: <code>{signUpNetwork}</code>
            </p>
          )}
          {sessions.map(({ id: session, network, userAgent }) => (
            <p key={session}>
              <code>
                {network} · {userAgent}
              </code>
            </p>
          ))}
        </>
      )}
    </AuditedLook>
  );
}
