import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, Suspense, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawnCoupon } from '#/contract/cases.ts';
import { revealPrizes, unrevealedQuery } from '#/client/areas/cases/state/queries.ts';
import { play, unlockSound } from '#/client/platform/media/sound.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import styles from './UnrevealedPrizes.module.css';

const [SeveralResults] = laterPart(async () => (await import('./SeveralResults.tsx')).SeveralResults, {
  isOpen: ({ prizes }) => prizes !== null,
  close: ({ onDone }) => onDone(),
});

interface UnrevealedPrizesProps {
  /** Prizes that the page shows by itself; the server may not know yet that they were seen. */
  except?: readonly DrawnCoupon[] | undefined;
  /** Whether the page opens a case. The notice stays as it was, or it would tell the outcome. */
  isFrozen?: boolean;
  /** Where the focus goes afterwards; by default to the place of the notice, which is gone. */
  finalFocus?: RefObject<HTMLElement | null>;
}

const NOTHING = { prizes: [], count: 0 };

/**
 * Offers prizes that the player has not seen, because of a reload, a lost tab or a dialog that did not load (R7), and
 * shows them like an opening of several.
 */
export function UnrevealedPrizes({ except, isFrozen = false, finalFocus }: UnrevealedPrizesProps) {
  const { t } = useTranslation('cases');
  const client = useQueryClient();
  const { data: latest = NOTHING } = useQuery(unrevealedQuery);
  const [known, setKnown] = useState({ latest, except });
  if (!isFrozen && (known.latest !== latest || known.except !== except)) setKnown({ latest, except });
  // keeps the same prizes on screen while the list changes
  const [shown, setShown] = useState<typeof latest | null>(null);

  // drawn in a second pass, because the first one would ask for its code
  const isUsable = useDeferredValue(true, false);
  const place = useRef<HTMLDivElement>(null);
  const seenHere = new Set(known.except?.map(({ id }) => id));
  const prizes = known.latest.prizes.filter(({ id }) => !seenHere.has(id));
  const count = known.latest.count - (known.latest.prizes.length - prizes.length);
  const show = () => {
    unlockSound();
    play('open');
    setShown({ prizes, count });
  };
  const isPart = shown && shown.count > shown.prizes.length;
  return (
    <div ref={place} className={styles.place} tabIndex={-1}>
      {count > 0 && !shown && (
        <aside className={`cut ${styles.notice}`} data-waiting>
          <Icon name="gift" />
          <div>
            <h2>{t('unrevealed.title', { count })}</h2>
            <p>{t(count === 1 ? 'unrevealed.textOfOne' : 'unrevealed.text')}</p>
          </div>
          <Button disabled={isFrozen || prizes.length === 0} onClick={show}>
            {t('unrevealed.show')}
          </Button>
        </aside>
      )}
      {isUsable && (
        <Suspense>
          <SeveralResults
            prizes={shown && shown.prizes}
            onAllSeen={(seen) => void revealPrizes(client, seen)}
            onDone={() => setShown(null)}
            finalFocus={finalFocus ?? place}
            text={
              isPart ? t('unrevealed.part', { pieces: shown.prizes.length, all: shown.count }) : undefined
            }
          />
        </Suspense>
      )}
    </div>
  );
}
