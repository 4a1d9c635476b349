import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { ActDialog } from '../../acts/ActDialog.tsx';
import { FormDialog } from '../../acts/FormDialog.tsx';
import { AskedOnField } from './AskedOnField.tsx';

/**
 * Deletes an account on the player's request: asks for the day of the request, then shows the consequences and asks
 * for the reason. The operator types the login to confirm.
 */
export function CloseDialog({ player, onClose }: { player: PlayerReply; onClose: () => void }) {
  const { t } = useTranslation('operatorPlayers');
  const [askedOn, setAskedOn] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [isChosen, setIsChosen] = useState(false);
  if (isChosen)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.closePlayer,
          input: { params: { id: String(player.id) }, body: { askedOn } },
        }}
        title={t('playerActs.close')}
        label={t('playerActs.close')}
        done={t('playerActs.closed')}
        confirmation={{ label: t('playerActs.typeLogin'), word: player.login }}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('playerActs.close')}
      lead={t('playerActs.closeLead')}
      onSubmit={() => {
        setIsWrong(askedOn === '');
        setIsChosen(askedOn !== '');
      }}
      onClose={onClose}
    >
      <AskedOnField value={askedOn} isWrong={isWrong} onValueChange={setAskedOn} />
    </FormDialog>
  );
}
