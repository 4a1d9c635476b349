import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { ActDialog } from '../../acts/ActDialog.tsx';
import type { PlannedAct } from '../../platform/useAct.ts';

/** Acts whose only input is the reason. */
export type PlainAct =
  | 'note'
  | 'endAll'
  | 'twoFactorOff'
  | 'resetMail'
  | 'unlink'
  | 'partnerOn'
  | 'partnerOff';

interface PlainActDialogProps {
  act: PlainAct;
  player: PlayerReply;
  onClose: () => void;
}

/** Dialog of an act on a player that asks only for the reason. */
export function PlainActDialog({ act, player, onClose }: PlainActDialogProps) {
  const { t } = useTranslation('operatorPlayers');
  const input = { params: { id: String(player.id) }, body: {} };
  const mark = (isMediaPartner: boolean): PlannedAct => ({
    endpoint: operatorCalls.markPartner,
    input: { ...input, body: { isMediaPartner } },
  });
  const plans: Record<PlainAct, { plan: PlannedAct; done: string; lead?: string }> = {
    note: { plan: { endpoint: operatorCalls.notePlayer, input }, done: t('playerActs.noted') },
    endAll: { plan: { endpoint: operatorCalls.endPlayerSessions, input }, done: t('playerActs.endedAll') },
    twoFactorOff: {
      plan: { endpoint: operatorCalls.switchOffTwoFactor, input },
      done: t('playerActs.twoFactorDone'),
      lead: t('playerActs.twoFactorLead'),
    },
    resetMail: {
      plan: { endpoint: operatorCalls.mailReset, input },
      done: t('playerActs.resetDone'),
      lead: t('playerActs.resetLead'),
    },
    unlink: {
      plan: { endpoint: operatorCalls.unlinkPlayer, input },
      done: t('playerActs.unlinked'),
      lead: t('playerActs.unlinkLead'),
    },
    partnerOn: { plan: mark(true), done: t('playerActs.marked') },
    partnerOff: { plan: mark(false), done: t('playerActs.marked') },
  };
  const { plan, done, lead } = plans[act];
  return (
    <ActDialog
      plan={plan}
      title={t(`playerActs.${act}`)}
      label={act === 'note' ? t('playerActs.noteKeep') : t(`playerActs.${act}`)}
      done={done}
      isNote={act === 'note'}
      reasonLabel={act === 'twoFactorOff' ? t('playerActs.recognised') : undefined}
      onClose={onClose}
    >
      {lead && <p>{lead}</p>}
    </ActDialog>
  );
}
