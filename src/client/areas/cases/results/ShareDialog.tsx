import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { casesCalls } from '#/contract/calls/cases.ts';
import type { Coupon } from '#/contract/cases.ts';
import { markShared } from '#/client/areas/cases/state/queries.ts';
import { call } from '#/client/platform/api/api.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { shareByDevice } from '#/client/platform/navigation/shareByDevice.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogDescription,
  DialogTitle,
} from '#/client/ui/feedback/Dialog.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { ShareWays } from '#/client/ui/navigation/ShareWays.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import styles from './ShareDialog.module.css';

interface ShareDialogProps {
  coupon: Coupon & { sharedCode?: string | undefined };
  onClose: () => void;
}

/** Says what the page of a prize shows, makes it, passes its address on, and withdraws it (C14). */
export function ShareDialog({ coupon: { id, name, sharedCode }, onClose }: ShareDialogProps) {
  const { t } = useTranslation('prize');
  const client = useQueryClient();
  const [code, setCode] = useState(sharedCode);
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const [failure, setFailure] = useState<string[]>([]);
  const madeAtMs = useRef(-Infinity);
  const { isPending, run } = useOneRequest();
  const attempt = (act: () => Promise<void>) =>
    void run(
      async () => {
        setFailure([]);
        await act();
      },
      (error) => setFailure([errorTextOf(error)]),
    );
  const change = (next: string | undefined) => {
    setCode(next);
    setIsWithdrawn(next === undefined);
    markShared(client, id, next);
  };
  const share = () =>
    attempt(async () => {
      change((await call(casesCalls.sharePrize, { body: { id } })).code);
      madeAtMs.current = performance.now();
    });
  // the second click of a double click would withdraw what the first has made
  const isMeant = () => performance.now() - madeAtMs.current >= tuning.dom.secondLookMs;
  const withdraw = () =>
    isMeant() &&
    attempt(async () => {
      await call(casesCalls.withdrawPrize, { body: { id } });
      change(undefined);
    });
  const path = code && inLocale(pageConfig.locale, paths.prize(code));
  const url = location.origin + (path ?? '');
  const text = t('share.text', { name });
  return (
    <Dialog open onClose={onClose} closeLabel={t('share.close')}>
      <DialogBody>
        <DialogTitle>{t('share.title', { name })}</DialogTitle>
        <DialogDescription>{t(code ? 'share.isShared' : 'share.shows')}</DialogDescription>
        <output className={isWithdrawn ? styles.note : 'unseen'}>
          {isWithdrawn && t('share.withdrawn')}
        </output>
        {path && (
          <div className={styles.ways}>
            <TextLink to={path} target="_blank">
              {url.replace(/^https?:\/\//, '')}
            </TextLink>
            <ShareWays
              url={url}
              text={text}
              shareLabel={t('share.device')}
              onShare={() => attempt(() => shareByDevice({ text, url }))}
            >
              <CopyButton text={url} label={t('share.copy')} copiedLabel={t('share.copied')} />
            </ShareWays>
          </div>
        )}
        <FormAlert sentences={failure} />
        <DialogActions>
          {code ? (
            <Button variant="quiet" busy={isPending} onClick={withdraw}>
              {t('share.withdraw')}
            </Button>
          ) : (
            <Button busy={isPending} onClick={share}>
              {t('share.make')}
            </Button>
          )}
        </DialogActions>
      </DialogBody>
    </Dialog>
  );
}
