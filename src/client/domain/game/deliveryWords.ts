import type { TFunction } from 'i18next';
import type { Delivery, DeliveryStage } from '#/contract/deliveries.ts';
import { formatDate } from '#/client/platform/i18n/formatDate.ts';

/** Sentence about a Premium that has ended: nobody waits to receive it, but the game has to learn it. */
const OVER: Partial<Record<DeliveryStage, 'known' | 'away' | 'soon'>> = {
  away: 'away',
  otherCharacter: 'away',
  silent: 'soon',
  handing: 'soon',
  saving: 'soon',
  handed: 'known',
};

/** The name of a delivery. A delivery without a title is the player's Premium. */
export function titleOf({ title, until }: Delivery, t: TFunction<'game'>): string {
  if (title !== null) return title;
  return until === null ? t('premiumOver') : t('premium', { date: formatDate(until) });
}

/** Where a delivery stands, in a sentence. */
export function wordsOf(delivery: Delivery, t: TFunction<'game'>): string {
  const { id: no, stage, title, until, serverName: server, character } = delivery;
  const over = title === null && until === null ? OVER[stage] : undefined;
  if (over) return t(`over.${over}`, { server });
  if (stage === 'otherCharacter' && character !== null) return t('otherCharacterNamed', { character });
  if (stage !== 'handed') return t(`stages.${stage}.text`, { server, no });
  if (title === null) return t('known', { server });
  return character === null ? t('stages.handed.text', { server }) : t('handedTo', { server, character });
}
