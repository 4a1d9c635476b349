import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { refreshAccess } from './refreshAccess.ts';
import { TwoFactorOff } from './TwoFactorOff.tsx';
import { TwoFactorOn } from './TwoFactorOn.tsx';

/** New recovery codes. They are cached until the player has confirmed them, because the server shows them once. */
const codesQuery = queryOptions<string[]>({
  queryKey: ['recoveryCodes'],
  queryFn: skipToken,
  gcTime: Infinity,
});

/** Two-factor authentication (C8). After a success its message is shown for a second before the view changes. */
export function TwoFactorSettings({ isEnabled }: { isEnabled: boolean }) {
  const client = useQueryClient();
  const { data: codes = [] } = useQuery(codesQuery);
  const setCodes = (next: string[]) => client.setQueryData(codesQuery.queryKey, next);
  const flip = useRef<{ timer: ReturnType<typeof setTimeout>; run: () => void }>(undefined);
  // the view changes at once if the player leaves it
  useEffect(
    () => () => {
      clearTimeout(flip.current?.timer);
      flip.current?.run();
    },
    [],
  );

  const flipTo = (isTwoFaEnabled: boolean, recoveryCodes: string[]) => {
    const run = () => {
      flip.current = undefined;
      setCodes(recoveryCodes);
      client.setQueryData(
        playerQuery.queryKey,
        (known) => known && { ...known, user: { ...known.user, isTwoFaEnabled } },
      );
      refreshAccess(client);
    };
    flip.current = { timer: setTimeout(run, tuning.dom.twoFactorFlipMs), run };
  };
  if (codes.length > 0) return <RecoveryCodes codes={codes} onSeen={() => setCodes([])} />;
  return isEnabled ? (
    <TwoFactorOn
      onOff={() => flipTo(false, [])}
      onNewCodes={(recoveryCodes) => {
        setCodes(recoveryCodes);
        refreshAccess(client);
      }}
    />
  ) : (
    <TwoFactorOff onOn={(recoveryCodes) => flipTo(true, recoveryCodes)} />
  );
}
