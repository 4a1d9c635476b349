import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { COINS_PER_ACT_MAX } from '#/contract/operator/playerActs.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { formatCoins, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { ActDialog } from '../../acts/ActDialog.tsx';
import { FormDialog } from '../../acts/FormDialog.tsx';
import { typedWhole } from '../../parts/typedWhole.ts';

interface CoinsDialogProps {
  act: 'correct' | 'forgive';
  player: PlayerReply;
  onClose: () => void;
}

/**
 * Takes coins from a player, or forgives a debt. The operator types the login to confirm, because the act changes a
 * balance.
 */
export function CoinsDialog({ act, player, onClose }: CoinsDialogProps) {
  const { t } = useTranslation('operatorPlayers');
  const { owed } = player.balances;
  const isForgiving = act === 'forgive';
  const most = isForgiving ? Math.min(owed, COINS_PER_ACT_MAX) : COINS_PER_ACT_MAX;
  const [typed, setTyped] = useState(isForgiving ? String(most) : '');
  const [isWrong, setIsWrong] = useState(false);
  const [coins, setCoins] = useState<number>();

  function check() {
    const amount = typedWhole(typed, most);
    setIsWrong(amount === undefined);
    setCoins(amount);
  }

  if (coins !== undefined)
    return (
      <ActDialog
        plan={{
          endpoint: isForgiving ? operatorCalls.forgiveDebt : operatorCalls.correctPlayer,
          input: { params: { id: String(player.id) }, body: { coins } },
        }}
        title={t(`playerActs.${act}`)}
        label={t(`playerActs.${act}`)}
        done={t(isForgiving ? 'playerActs.forgiven' : 'playerActs.corrected')}
        confirmation={{ label: t('playerActs.typeLogin'), word: player.login }}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t(`playerActs.${act}`)}
      lead={
        isForgiving ? t('playerActs.forgiveLead', { sum: formatCoins(owed) }) : t('playerActs.correctLead')
      }
      onSubmit={check}
      onClose={onClose}
    >
      <Field
        name="coins"
        label={t('playerActs.coins')}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isWrong ? t('playerActs.countWrong', { most: formatNumber(most) }) : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsWrong(false);
        }}
      />
    </FormDialog>
  );
}
