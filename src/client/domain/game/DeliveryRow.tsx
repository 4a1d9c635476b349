import { useTranslation } from 'react-i18next';
import type { Delivery, DeliveryStage } from '#/contract/deliveries.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatDate } from '#/client/platform/i18n/formatDate.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import type { TFunction } from 'i18next';
import { DeliverySteps } from './DeliverySteps.tsx';
import styles from './DeliveryRow.module.css';
import { toneOf } from './stageLook.ts';
import { usePutBack } from './usePutBack.ts';

/** Stages that an operator decides, or has decided: the player may ask about them. */
const ASKED: ReadonlySet<DeliveryStage> = new Set(['noCharacter', 'trouble', 'unclear', 'withdrawn']);

/** Sentence about a Premium that has ended: nobody waits to receive it, but the game has to learn it. */
const OVER: Partial<Record<DeliveryStage, 'known' | 'away' | 'soon'>> = {
  away: 'away',
  otherCharacter: 'away',
  silent: 'soon',
  handing: 'soon',
  saving: 'soon',
  handed: 'known',
};

/** A delivery to the game: its contents, its progress, and the player's possible actions (D18). */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('game');
  const { stage, pieces } = delivery;
  const title = useTitle(delivery);
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

function wordsOf(delivery: Delivery, t: TFunction<'game'>): string {
  const { id: no, stage, title, until, serverName: server, character } = delivery;
  const over = title === null && until === null ? OVER[stage] : undefined;
  if (over) return t(`over.${over}`, { server });
  if (stage === 'otherCharacter' && character !== null) return t('otherCharacterNamed', { character });
  if (stage !== 'handed') return t(`stages.${stage}.text`, { server, no });
  if (title === null) return t('known', { server });
  return character === null ? t('stages.handed.text', { server }) : t('handedTo', { server, character });
}

function useTitle({ title, until }: Delivery): string {
  const { t } = useTranslation('game');
  if (title !== null) return title;
  return until === null ? t('premiumOver') : t('premium', { date: formatDate(until) });
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
