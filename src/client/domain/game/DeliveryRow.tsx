import { useTranslation } from 'react-i18next';
import type { Delivery, DeliveryStage } from '#/contract/deliveries.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { DeliverySteps } from './DeliverySteps.tsx';
import styles from './DeliveryRow.module.css';
import { titleOf, wordsOf } from './deliveryWords.ts';
import { toneOf } from './stageLook.ts';
import { usePutBack } from './usePutBack.ts';

/** Stages that an operator decides, or has decided: the player may ask about them. */
const ASKED: ReadonlySet<DeliveryStage> = new Set(['noCharacter', 'trouble', 'unclear', 'withdrawn']);

/** A delivery to the game: its contents, its progress, and the player's possible actions (D18). */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('game');
  const { stage, pieces } = delivery;
  const title = titleOf(delivery, t);
  return (
    <li className={styles.row} data-stage={stage}>
      <div className={styles.parts}>
        <div className={styles.what}>
          <h3>
            {title}
            {pieces > 1 && ` ${t('pieces', { pieces: formatNumber(pieces) })}`}
          </h3>
          <p className={styles.text} data-tone={toneOf(stage)}>
            {wordsOf(delivery, t)}
          </p>
        </div>
        <DeliverySteps delivery={delivery} />
        <Actions delivery={delivery} title={title} />
      </div>
    </li>
  );
}

function Actions({ delivery, title }: { delivery: Delivery; title: string }) {
  const { t } = useTranslation('game');
  const { id: no, stage, serverAddress, canPutBack } = delivery;
  const { putBack, isPending } = usePutBack();
  const isToldWhere = (stage === 'away' || stage === 'otherCharacter') && serverAddress;
  const isUnlinked = stage === 'unlinked';
  if (!isToldWhere && !canPutBack && !isUnlinked && !ASKED.has(stage)) return null;
  return (
    <div className={styles.actions}>
      {isToldWhere && <CopyButton text={serverAddress} label={t('copyAddress')} copiedLabel={t('copied')} />}
      {isUnlinked && (
        <ButtonLink to={inLocale(pageConfig.locale, paths.inTheGame)} size="small" icon="user">
          {t('toLink')}
        </ButtonLink>
      )}
      {ASKED.has(stage) && (
        <ButtonLink
          to={`mailto:${pageConfig.supportEmail}?subject=${encodeURIComponent(t('supportSubject', { no }))}`}
          reloadDocument
          variant="secondary"
          size="small"
          icon="envelope"
        >
          {t('support')}
        </ButtonLink>
      )}
      {canPutBack && (
        <Button
          variant="quiet"
          size="small"
          icon="backpack"
          busy={isPending}
          aria-label={t('putBackOf', { title })}
          onClick={() => putBack(no)}
        >
          {t('putBack')}
        </Button>
      )}
    </div>
  );
}
