import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { saveFile } from '#/client/platform/media/saveFile.ts';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { FormDialog } from '../../acts/FormDialog.tsx';
import { ReasonField } from '../../acts/ReasonField.tsx';
import { callOperator } from '../../platform/operatorApi.ts';
import { AskedOnField } from './AskedOnField.tsx';

/** Saves all data of a player as a file, for a player who asked for it. */
export function ExportDialog({ player, onClose }: { player: PlayerReply; onClose: () => void }) {
  const { t } = useTranslation(['operatorPlayers', 'operator']);
  const [askedOn, setAskedOn] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [error, setError] = useState<unknown>();
  const { isPending, run } = useOneRequest();
  const isReasonWrong = error instanceof ApiError && error.errors.reason !== undefined;

  const save = () =>
    run(async () => {
      setIsTried(true);
      setError(undefined);
      if (askedOn === '') return;
      const data = await callOperator(operatorCalls.exportPlayer, {
        params: { id: String(player.id) },
        body: { askedOn, locale: player.locale, reason },
      });
      const day = data.exportedAt.slice(0, 10);
      saveFile(`one-rp-${player.login}-${day}.json`, 'application/json', JSON.stringify(data, null, 2));
      notify({ type: 'success', title: t('operator:act.done'), description: t('playerActs.exported') });
      onClose();
    }, setError);

  return (
    <FormDialog
      title={t('playerActs.export')}
      lead={t('playerActs.exportLead')}
      submitLabel={t('playerActs.export')}
      busy={isPending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <AskedOnField value={askedOn} isWrong={isTried} onValueChange={setAskedOn} />
      <ReasonField
        value={reason}
        label={t('operator:act.reason')}
        error={isReasonWrong ? errorTextOf(error) : undefined}
        onValueChange={setReason}
      />
      <FormAlert sentences={error && !isReasonWrong ? [errorTextOf(error)] : []} />
    </FormDialog>
  );
}
