import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogDescription,
  DialogTitle,
} from '#/client/ui/feedback/Dialog.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';

interface AskCountProps {
  /** The count of the next opening, and that of the last one; null asks nothing. */
  asked: { count: number; last: number } | null;
  onChoose: (count: number) => void;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/**
 * Asks before more pieces are opened than the player has chosen: after an opening the count rises to the largest that
 * the stock allows (C6), and a click must not cost a hundred by accident.
 */
export function AskCount({ asked, onChoose, onClose, finalFocus }: AskCountProps) {
  const { t } = useTranslation('cases');
  return (
    <Dialog open={asked !== null} onClose={onClose} finalFocus={finalFocus}>
      {asked && (
        <DialogBody>
          <DialogTitle>{t('several.askTitle', { pieces: asked.count })}</DialogTitle>
          <DialogDescription>{t('several.askText', { last: asked.last })}</DialogDescription>
          <DialogActions>
            <Button onClick={() => onChoose(asked.last)}>
              {t('case.openSeveral', { pieces: asked.last })}
            </Button>
            <Button variant="secondary" onClick={() => onChoose(asked.count)}>
              {t('case.openSeveral', { pieces: asked.count })}
            </Button>
          </DialogActions>
        </DialogBody>
      )}
    </Dialog>
  );
}
