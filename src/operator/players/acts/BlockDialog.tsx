import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOCK_SCOPES, type BlockScope } from '#/contract/kernel/blocks.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { type BlockEnd, BLOCK_DAYS_MAX } from '#/contract/operator/playerActs.ts';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { ActDialog } from '../../acts/ActDialog.tsx';
import { FormDialog } from '../../acts/FormDialog.tsx';
import { TimeField } from '../../acts/TimeField.tsx';
import { useMayFully } from '../../platform/session.ts';

const DAY_MS = 24 * 60 * 60_000;
const ENDS = ['1', '7', '30', 'date', 'forGood'] as const;
type End = (typeof ENDS)[number];
/** The ends that a role may choose whose blocks are limited. */
const SHORT: readonly End[] = ['1', '7'];

/** Blocks a player: asks for scope and end, then shows the consequences and asks for the reason. */
export function BlockDialog({ player, onClose }: { player: PlayerReply; onClose: () => void }) {
  const { t } = useTranslation('operatorPlayers');
  const mayLong = useMayFully('players.block');
  const [scope, setScope] = useState<BlockScope>('sign-in');
  const [end, setEnd] = useState<End>('1');
  const [day, setDay] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [chosen, setChosen] = useState<BlockEnd>();

  if (chosen)
    return (
      <ActDialog
        plan={{
          endpoint: operatorCalls.blockPlayer,
          input: { params: { id: String(player.id) }, body: { scope, end: chosen } },
        }}
        title={t('playerActs.block')}
        label={t('playerActs.block')}
        done={t('playerActs.blocked')}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('playerActs.block')}
      lead={t('playerActs.blockLead')}
      onSubmit={() => {
        const meant = endOf(end, day);
        setIsWrong(meant === undefined);
        setChosen(meant);
      }}
      onClose={onClose}
    >
      <Select
        name="scope"
        label={t('playerActs.scope')}
        options={BLOCK_SCOPES.map((value) => ({ value, label: t(`blockScopes.${value}`) }))}
        value={scope}
        onValueChange={(next) => setScope(next as BlockScope)}
      />
      <Select
        name="end"
        label={t('playerActs.ends')}
        options={(mayLong ? ENDS : SHORT).map((value) => ({
          value,
          label: t(`playerActs.blockEnds.${value}`),
        }))}
        value={end}
        onValueChange={(next) => setEnd(next as End)}
      />
      {end === 'date' && (
        <TimeField
          name="day"
          type="date"
          label={t('playerActs.date')}
          value={day}
          error={isWrong ? t('playerActs.dateWrong') : undefined}
          onValueChange={(next) => {
            setDay(next);
            setIsWrong(false);
          }}
        />
      )}
    </FormDialog>
  );
}

/**
 * The end in the server's form. A chosen day begins at midnight in the operator's zone. Undefined when the day is
 * invalid.
 */
function endOf(end: End, day: string): BlockEnd | undefined {
  if (end === 'forGood') return { kind: 'forGood' };
  if (end !== 'date') return { kind: 'days', days: Number(end) };
  const untilMs = new Date(`${day}T00:00`).getTime();
  const leftMs = untilMs - Date.now();
  const isMeant = leftMs > 0 && leftMs <= BLOCK_DAYS_MAX * DAY_MS;
  return isMeant ? { kind: 'date', until: new Date(untilMs).toISOString() } : undefined;
}
