import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemImage } from '#/client/platform/media/images.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogDescription,
  DialogTitle,
} from '#/client/ui/feedback/Dialog.tsx';
import { EmptyState } from '#/client/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#/client/ui/feedback/ErrorState.tsx';
import { ListEnd } from '#/client/ui/feedback/ListEnd.tsx';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Progress } from '#/client/ui/feedback/Progress.tsx';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { Chapter, Part, Specimen } from './Specimens.tsx';

const LIST_STATES = ['more', 'loading', 'complete', 'failed'] as const;

/** Messages: progress, empty, failed, done. */
export function NoticeChapter() {
  const { t } = useTranslation(['cases', 'common', 'errors']);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Chapter title="Notices and waiting">
      <Part title="Progress">
        <Specimen state="signal" fill>
          <Progress label={t('case.prizes')} value={7} max={10} reading="7 / 10" />
        </Specimen>
        <Specimen state="sodium" fill>
          <Progress label={t('case.prizes')} value={4} max={10} reading="4 / 10" tone="sodium" />
        </Specimen>
        <Specimen state="more than full" fill>
          <Progress label={t('case.prizes')} value={25} max={10} reading="25 / 10" />
        </Specimen>
        <Specimen state="a meter, large" fill>
          <Progress kind="meter" size="large" label="Everest" value={642} max={1000} reading="642" />
        </Specimen>
      </Part>
      <Part title="Skeleton">
        <Specimen state="loading" fill>
          <Skeleton height="96px" />
        </Specimen>
      </Part>
      <Part title="Foot of a list" wide>
        {LIST_STATES.map((state) => (
          <Specimen key={state} state={state} fill>
            <ListEnd
              state={state}
              onMore={() => {}}
              moreLabel={t('coupons.more')}
              loadingLabel={t('inventory.loading')}
              completeLabel={t('coupons.noMore')}
              failedLabel={t('coupons.moreFailed')}
              retryLabel={t('inventory.retry')}
            />
          </Specimen>
        ))}
      </Part>
      <Part title="Empty and failed" wide>
        <Specimen state="empty" fill>
          <EmptyState
            icon="gift"
            title={t('coupons.emptyTitle')}
            text={t('coupons.emptyText')}
            picture={itemImage('gift').picture}
            action={
              <Button variant="secondary" icon="arrowRight">
                {t('coupons.toCases')}
              </Button>
            }
          />
        </Specimen>
        <Specimen state="failed" fill>
          <ErrorState
            title={t('case.failedTitle')}
            text={t('case.failedText')}
            retryLabel={t('inventory.retry')}
            onRetry={() => {}}
          />
        </Specimen>
      </Part>
      <Part title="Dialog and toasts" wide>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Open a dialog
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            notify(
              { type: 'success', title: t('common:toast.success'), description: t('result.kept') },
              { type: 'error', title: t('common:toast.error'), description: t('errors:offline') },
              { type: 'success', title: t('common:connection.online') },
            )
          }
        >
          Show three toasts
        </Button>
        <Dialog open={isAsking} onClose={() => setIsAsking(false)} closeLabel={t('common:header.closeMenu')}>
          <DialogBody>
            <DialogTitle>{t('case.unknownTitle')}</DialogTitle>
            <DialogDescription>{t('case.unknownText')}</DialogDescription>
            <DialogActions>
              <Button variant="danger" onClick={() => setIsAsking(false)}>
                {t('case.toInventory')}
              </Button>
              <Button variant="quiet" onClick={() => setIsAsking(false)}>
                {t('result.keep')}
              </Button>
            </DialogActions>
          </DialogBody>
        </Dialog>
      </Part>
    </Chapter>
  );
}
