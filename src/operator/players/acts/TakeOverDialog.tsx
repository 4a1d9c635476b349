import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { ActDialog } from '../../acts/ActDialog.tsx';
import { FormDialog } from '../../acts/FormDialog.tsx';
import { typedWhole } from '../../parts/typedWhole.ts';

/** Moves a player's debt to another account: asks for its id, then shows the consequences and asks for the reason. */
export function TakeOverDialog({ player, onClose }: { player: PlayerReply; onClose: () => void }) {
  const { t } = useTranslation('operatorPlayers');
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [payer, setPayer] = useState<number>();

  function check() {
    const id = typedWhole(typed.replace(/^[№#]/, ''), 1e9);
    const isOther = id !== undefined && id !== player.id;
    setIsWrong(!isOther);
    setPayer(isOther ? id : undefined);
  }

  if (payer !== undefined)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.takeOverDebt,
          input: { params: { id: String(player.id) }, body: { payer } },
        }}
        title={t('playerActs.takeOver')}
        label={t('playerActs.takeOver')}
        done={t('playerActs.takenOver')}
        confirmation={{ label: t('playerActs.typeLogin'), word: player.login }}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('playerActs.takeOver')}
      lead={t('playerActs.takeOverLead')}
      onSubmit={check}
      onClose={onClose}
    >
      <Field
        name="payer"
        label={t('playerActs.payer')}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isWrong ? t('playerActs.payerWrong') : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsWrong(false);
        }}
      />
    </FormDialog>
  );
}
