import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import type { FairCurrent, FairEpoch } from '#/contract/fairness.ts';
import { call } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogDescription,
  DialogTitle,
} from '#/client/ui/feedback/Dialog.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { fairCurrentQuery, randomClientSeed } from './clientSeed.ts';
import styles from './EndEpoch.module.css';
import { PAST_EPOCHS_KEY } from './pastEpochsQuery.ts';

interface EndEpochProps {
  current: FairCurrent;
  /** Called when the server seed is known. */
  onEnded: (epoch: FairEpoch) => void;
}

/** Ends the live epoch after a confirmation, so that its draws can be verified. */
export function EndEpoch({ current, onEnded }: EndEpochProps) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    // a retry names the same commitment, so it ends no second epoch
    mutationFn: () =>
      call(fairnessCalls.rotateSeed, {
        body: { commitment: current.epoch.commitment, clientSeed: randomClientSeed() },
      }),
    onSuccess: ({ ended, current: next }) => {
      client.setQueryData(fairCurrentQuery.queryKey, next);
      void client.invalidateQueries({ queryKey: PAST_EPOCHS_KEY });
      onEnded(ended);
      setIsAsking(false);
    },
  });
  const isEmpty = current.epoch.draws === 0;
  return (
    <div className={styles.end}>
      <Button
        variant="secondary"
        size="small"
        spent={isEmpty}
        onClick={() => {
          reset();
          setIsAsking(true);
        }}
      >
        {t('fair.rotate')}
      </Button>
      {isEmpty && <p>{t('fair.rotateEmpty')}</p>}
      <Dialog open={isAsking} onClose={() => setIsAsking(false)}>
        <DialogBody>
          <DialogTitle>{t('fair.rotate')}</DialogTitle>
          <DialogDescription>{t('fair.rotateText')}</DialogDescription>
          <FormAlert sentences={error ? [t('fair.rotateFailed', { reason: errorTextOf(error) })] : []} />
          <DialogActions>
            <Button busy={isPending} onClick={() => mutate()}>
              {t('fair.rotateConfirm')}
            </Button>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              {t('fair.rotateCancel')}
            </Button>
          </DialogActions>
        </DialogBody>
      </Dialog>
    </div>
  );
}
