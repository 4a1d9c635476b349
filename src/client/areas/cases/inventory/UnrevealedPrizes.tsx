import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coupon } from '#/contract/cases.ts';
import { play, unlockSound } from '#/client/platform/media/sound.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Dialog, DialogFoot, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Prize } from '#/client/domain/prizes/Prize.tsx';
import { prizeGroups } from '#/client/areas/cases/state/prizeGroups.ts';
import { revealPrizes, unrevealedQuery } from '#/client/areas/cases/state/queries.ts';
import styles from './UnrevealedPrizes.module.css';

/** Shows prizes whose opening was interrupted by a reload or a lost tab (R7). */
export function UnrevealedPrizes() {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const { data: unrevealed = [] } = useQuery(unrevealedQuery);
  // keeps the same prizes on screen while the list changes
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
