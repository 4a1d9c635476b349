import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TwoFactorOff } from './TwoFactorOff.tsx';
import { TwoFactorOn } from './TwoFactorOn.tsx';

/** Two-factor authentication (C8). After a success its message is shown for a second before the view changes. */
export function TwoFactorSettings({ isEnabled }: { isEnabled: boolean }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[]>([]);
  const flip = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(flip.current), []);

  const flipTo = (isTwoFaEnabled: boolean, recoveryCodes: string[]) => {
    flip.current = setTimeout(() => {
      setCodes(recoveryCodes);
      client.setQueryData(
        playerQuery.queryKey,
        (known) => known && { ...known, user: { ...known.user, isTwoFaEnabled } },
      );
      void client.invalidateQueries({ queryKey: playerQuery.queryKey });
    }, tuning.dom.twoFactorFlipMs);
  };
  if (codes.length > 0) return <RecoveryCodes codes={codes} onSeen={() => setCodes([])} />;
  return isEnabled ? (
    <TwoFactorOn onOff={() => flipTo(false, [])} onNewCodes={setCodes} />
  ) : (
    <TwoFactorOff onOn={(recoveryCodes) => flipTo(true, recoveryCodes)} />
  );
}
