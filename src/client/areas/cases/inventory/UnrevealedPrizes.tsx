import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coupon } from '#/contract/cases.ts';
import { play, unlockSound } from '../sound.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogFoot, DialogTitle } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Prize } from '../Prize.tsx';
import { prizeGroups } from './prizeGroups.ts';
import { revealPrizes, unrevealedQuery } from './queries.ts';
import styles from './UnrevealedPrizes.module.css';

/** Prizes whose opening a reload or a lost tab cut short: the player is shown them at the next visit (R7). */
export function UnrevealedPrizes() {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const { data: unrevealed = [] } = useQuery(unrevealedQuery);
  // what is being shown stays, whatever the list says meanwhile
  const [prizes, setPrizes] = useState<Coupon[]>([]);
  const rarestFirst = prizeGroups(prizes).flatMap((group) => group.prizes);
  const show = () => {
    unlockSound();
    play('open');
    setPrizes(unrevealed);
    void revealPrizes(client, unrevealed);
  };
  return (
    <>
      {unrevealed.length > 0 && prizes.length === 0 && (
        <aside className={`cut ${styles.notice}`}>
          <Icon name="gift" />
          <div>
            <h2>{t('unrevealed.title', { count: unrevealed.length })}</h2>
            <p>{t('unrevealed.text')}</p>
          </div>
          <Button onClick={show}>{t('unrevealed.show')}</Button>
        </aside>
      )}
      <Dialog
        open={prizes.length > 0}
        width={prizes.length > 4 ? 'wide' : 'medium'}
        onClose={() => setPrizes([])}
      >
        <div className={styles.dialog}>
          <DialogTitle>{t('unrevealed.heading')}</DialogTitle>
          <ul className={styles.prizes}>
            {rarestFirst.map((prize) => (
              <li key={prize.id}>
                <Prize prize={prize} />
              </li>
            ))}
          </ul>
          <DialogFoot>
            <Button variant="primary" size="large" wide onClick={() => setPrizes([])}>
              {t('unrevealed.done')}
            </Button>
          </DialogFoot>
        </div>
      </Dialog>
    </>
  );
}
