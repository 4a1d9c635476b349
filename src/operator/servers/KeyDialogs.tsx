import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { GameKeyShown } from '#/contract/operator/servers.ts';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';

interface KeyDialogProps {
  gameKey: GameKeyShown;
  onClose: () => void;
}

/** Choices for the end of a key, in hours from now. */
const HOURS = ['1', '24', '168'] as const;

/** Sets the end of a key, so that a new key can replace it without a gap. */
export function EndKeyDialog({ gameKey: { id, endsAt }, onClose }: KeyDialogProps) {
  const { t } = useTranslation('operatorGame');
  const [hours, setHours] = useState<string>('24');
  return (
    <ActDialog
      plan={{
        endpoint: operatorCalls.endGameKey,
        input: { params: { id }, body: { hours: Number(hours), endsAt } },
      }}
      title={t('servers.endKeyTitle', { id })}
      label={t('servers.endKey')}
      done={t('servers.endDone')}
      onClose={onClose}
    >
      <Select
        name="hours"
        label={t('servers.endIn')}
        options={HOURS.map((value) => ({ value, label: t(`servers.hours.${value}`) }))}
        value={hours}
        onValueChange={setHours}
      />
    </ActDialog>
  );
}

/** Revokes a key at once. The operator types the name of its server to confirm. */
export function RevokeKeyDialog({
  gameKey: { id },
  serverName,
  onClose,
}: KeyDialogProps & { serverName: string }) {
  const { t } = useTranslation('operatorGame');
  return (
    <ActDialog
      plan={{ endpoint: operatorCalls.revokeGameKey, input: { params: { id }, body: {} } }}
      title={t('servers.revokeKeyTitle', { id })}
      label={t('servers.revokeKey')}
      done={t('servers.revokeDone')}
      confirmation={{ label: t('servers.typeName'), word: serverName }}
      onClose={onClose}
    >
      <p>{t('servers.revokeText')}</p>
    </ActDialog>
  );
}
