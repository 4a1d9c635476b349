import { useTranslation } from 'react-i18next';
import type { DeliveryRowShown } from '#/contract/operator/deliveries.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useFieldTexts } from '../acts/fieldTexts.ts';

type Thing = Pick<DeliveryRowShown, 'kind' | 'code' | 'count' | 'titles'>;

/** Texts for the contents of a delivery and for the game's reports. */
export function useDeliveryWords() {
  const { t } = useTranslation('operatorGame');
  const { known } = useFieldTexts();

  function thingOf({ kind, code, count, titles }: Thing): string {
    const title = titles?.[pageConfig.locale] ?? (kind === 'set' ? t('deliveries.fact') : code);
    const counted = count > 1 ? t('deliveries.pieces', { title, pieces: count }) : title;
    return kind === 'revoke' ? t('deliveries.revokeOf', { title: counted }) : counted;
  }

  /** Translates a result of the game or a reason of the site. Text that an operator typed stays unchanged. */
  const saidOf = (word: string): string =>
    known(`operatorGame:deliveries.said.${word.replace(':', '_')}`) ?? word;

  return { thingOf, saidOf };
}
