import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayerReply } from '#/contract/operator/players.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { useMay } from '../../platform/session.ts';
import { BlockDialog } from './BlockDialog.tsx';
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx';
import { CoinsDialog } from './CoinsDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { GiftDialog } from './GiftDialog.tsx';
import { PlainActDialog, type PlainAct } from './PlainActDialog.tsx';
import menu from '../../parts/menu.module.css';
import { CloseDialog } from './CloseDialog.tsx';
import { TakeOverDialog } from './TakeOverDialog.tsx';

type Open = 'gift' | 'email' | 'correct' | 'forgive' | 'takeOver' | 'export' | 'close' | 'block' | PlainAct;

/** Buttons of the acts that the player's state and the operator's role allow. */
export function PlayerActs({ player }: { player: PlayerReply }) {
  const { t } = useTranslation('operatorPlayers');
  const [open, setOpen] = useState<Open>();
  const may = {
    grant: useMay('players.grant'),
    correct: useMay('players.correct'),
    block: useMay('players.block'),
    recover: useMay('players.recover'),
    data: useMay('players.data'),
  };
  const isOpen = player.state !== 'closed';
  const owes = player.balances.owed > 0;
  const close = () => setOpen(undefined);

  const items: readonly (readonly [act: Open, isOffered: boolean])[] = [
    ['correct', may.correct && isOpen],
    ['forgive', may.correct && isOpen && owes],
    ['takeOver', may.correct && isOpen && owes],
    ['block', may.block && isOpen],
    ['endAll', may.block && isOpen && player.sessions.length > 0],
    ['resetMail', may.recover && isOpen],
    ['email', may.recover && isOpen],
    ['twoFactorOff', may.recover && isOpen && player.isTwoFaEnabled],
    ['unlink', may.recover && isOpen && player.link !== null],
    [player.isMediaPartner ? 'partnerOff' : 'partnerOn', may.correct && isOpen],
    ['export', may.data],
    ['close', may.data && isOpen],
  ];
  const offered = items.filter(([, isOffered]) => isOffered).map(([act]) => act);

  return (
    <>
      {may.grant && isOpen && (
        <Button size="small" icon="gift" onClick={() => setOpen('gift')}>
          {t('playerActs.gift')}
        </Button>
      )}
      {may.block && (
        <Button variant="secondary" size="small" onClick={() => setOpen('note')}>
          {t('playerActs.note')}
        </Button>
      )}
      {offered.length > 0 && (
        <Menu.Root>
          <Menu.Trigger
            render={
              <Button variant="secondary" size="small" icon="caretDown">
                {t('playerActs.more')}
              </Button>
            }
          />
          <Menu.Portal>
            <Menu.Positioner align="end" sideOffset={6} className={menu.positioner}>
              <Menu.Popup className={menu.popup}>
                {offered.map((act) => (
                  <Menu.Item
                    key={act}
                    className={menu.item}
                    data-danger={act === 'close' || undefined}
                    onClick={() => setOpen(act)}
                  >
                    {t(`playerActs.${act}`)}
                  </Menu.Item>
                ))}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      )}
      {open === 'gift' && <GiftDialog player={player} onClose={close} />}
      {(open === 'correct' || open === 'forgive') && (
        <CoinsDialog act={open} player={player} onClose={close} />
      )}
      {open === 'takeOver' && <TakeOverDialog player={player} onClose={close} />}
      {open === 'export' && <ExportDialog player={player} onClose={close} />}
      {open === 'block' && <BlockDialog player={player} onClose={close} />}
      {open === 'email' && <ChangeEmailDialog player={player} onClose={close} />}
      {open === 'close' && <CloseDialog player={player} onClose={close} />}
      {open !== undefined && isPlain(open) && <PlainActDialog act={open} player={player} onClose={close} />}
    </>
  );
}

const WITH_FIELDS: ReadonlySet<Open> = new Set([
  'gift',
  'email',
  'correct',
  'forgive',
  'takeOver',
  'export',
  'close',
  'block',
]);
const isPlain = (open: Open): open is PlainAct => !WITH_FIELDS.has(open);
