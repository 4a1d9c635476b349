import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { PlayerBlock, PlayerReply } from '#/contract/operator/players.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ActDialog } from '../acts/ActDialog.tsx';
import { Facts } from '../parts/Facts.tsx';
import { useMay } from '../platform/session.ts';
import cells from '../parts/cells.module.css';
import styles from './Players.module.css';

/** A player's blocks, in force and ended. An operator can lift a block, but not one that the player set themself. */
export function PlayerBlocks({ player: { id, state, blocks } }: { player: PlayerReply }) {
  const { t } = useTranslation('operatorPlayers');
  const mayLift = useMay('players.block') && state !== 'closed';
  const [chosen, setChosen] = useState<PlayerBlock>();
  const live = blocks.filter(({ isLive }) => isLive);
  const past = blocks.filter(({ isLive }) => !isLive);
  return (
    <Facts title={t('player.blocks')} facts={[]}>
      {live.length === 0 && <p className={styles.note}>{t('player.noBlocks')}</p>}
      {live.length > 0 && (
        <ul className={styles.sessions}>
          {live.map((block) => (
            <li key={block.id}>
              <BlockLine block={block} />
              {mayLift && block.source !== 'player' && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={t('player.liftNamed', { scope: t(`blockScopes.${block.scope}`) })}
                  onClick={() => setChosen(block)}
                >
                  {t('player.lift')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details className={styles.past}>
          <summary>{t('player.pastBlocks', { number: formatNumber(past.length) })}</summary>
          <ul className={styles.sessions}>
            {past.map((block) => (
              <li key={block.id}>
                <BlockLine block={block} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {chosen && (
        <ActDialog
          plan={{
            endpoint: operatorCalls.liftBlock,
            input: { params: { id: String(id) }, body: { block: chosen.id } },
          }}
          title={t('playerActs.lift')}
          label={t('playerActs.lift')}
          done={t('playerActs.lifted')}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Facts>
  );
}

/** A block: its scope, its end, its operator and its reason. */
function BlockLine({ block }: { block: PlayerBlock }) {
  const { t } = useTranslation('operatorPlayers');
  const { scope, source, reason, from, setBy } = block;
  return (
    <span>
      {t(`blockScopes.${scope}`)}, {useEndText(block)}
      <span className={cells.below}>
        {t('player.blockBy', {
          from: formatDateTime(from, 'short'),
          by: setBy ?? t(`player.blockSources.${source}`),
        })}
      </span>
      <span className={cells.below}>{reason}</span>
    </span>
  );
}

function useEndText({ isLive, until, liftedAt, liftedBy }: PlayerBlock): string {
  const { t } = useTranslation('operatorPlayers');
  if (liftedAt !== null) {
    const at = formatDateTime(liftedAt, 'short');
    return liftedBy === null
      ? t('player.blockLifted', { at })
      : t('player.blockLiftedBy', { at, by: liftedBy });
  }
  if (until === null) return t('player.blockForGood');
  const at = formatDateTime(until, 'short');
  return isLive ? t('player.blockUntil', { until: at }) : t('player.blockEnded', { at });
}
