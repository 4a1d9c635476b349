import { useTranslation } from 'react-i18next';
import type { DeliveryRowShown } from '#/contract/operator/deliveries.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useFieldTexts } from '../acts/fieldTexts.ts';

type Thing = Pick<DeliveryRowShown, 'kind' | 'code' | 'count' | 'titles'>;

/** How a delivery is written: what it is, and what the game said. */
export function useDeliveryWords() {
  const { t } = useTranslation('operatorGame');
  const { known } = useFieldTexts();

  function thingOf({ kind, code, count, titles }: Thing): string {
    const title = titles?.[pageConfig.locale] ?? (kind === 'set' ? t('deliveries.fact') : code);
    const counted = count > 1 ? t('deliveries.pieces', { title, pieces: count }) : title;
    return kind === 'revoke' ? t('deliveries.revokeOf', { title: counted }) : counted;
  }

  /** A result of the game, or a reason of the site; what an operator typed stays as it is. */
  const saidOf = (word: string): string =>
    known(`operatorGame:deliveries.said.${word.replace(':', '_')}`) ?? word;

  return { thingOf, saidOf };
}
