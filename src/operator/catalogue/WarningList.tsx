import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { reviewReply } from '#/contract/operator/catalogue/drafts.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { useDraftOnPage } from './form/draftContext.ts';
import { useLocalText } from './form/localText.ts';
import { formatPercent } from './editor/formatHundredths.ts';
import styles from './Catalogue.module.css';
import lists from './Review.module.css';

type Review = z.output<typeof reviewReply>;
type Values = Review['warnings'][number]['values'];

/** Lists unusual values that may be published, and the number of unopened cases with the old odds. */
export function WarningList({ warnings, unopened }: Pick<Review, 'warnings' | 'unopened'>) {
  const { t } = useTranslation('operatorCatalogue');
  const textOf = useLocalText();
  const { content } = useDraftOnPage();
  const nameOf = (caseId: number | null) => textOf(content.cases.find(({ id }) => id === caseId)?.name);
  /** Name of the good or prize that a warning concerns. */
  const thingOf = ({ good, item, name }: Values) => {
    const things = good === undefined ? content.cases.flatMap(({ items }) => items) : content.goods;
    return textOf(things.find(({ id }) => id === (good ?? item))?.name) || String(name);
  };
  const wordsOf = (caseId: number | null, values: Values) => ({
    case: nameOf(caseId),
    pieces: '',
    lots: '',
    ...values,
    name: thingOf(values),
    was: formatPercent(Number(values['was'] ?? 0)),
    is: formatPercent(Number(values['is'] ?? 0)),
    from: priceIn(values['fromUnit'], values['from']),
    to: priceIn(values['toUnit'], values['to']),
    percent: formatPercent(Number(values['tickets'] ?? 0) / 100),
  });
  const priceIn = (unit: Values[string] | undefined, value: Values[string] | undefined) =>
    unit === 'coins' ? formatCoins(Number(value ?? 0)) : formatEuro(Number(value ?? 0));
  if (warnings.length === 0 && unopened.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="warnings">
      <h2 id="warnings">{t('warnings.title')}</h2>
      <ul className={lists.warnings}>
        {unopened.map(({ caseId, pieces, lots }) => (
          <li key={caseId} data-quiet>
            <Icon name="info" />
            {t('warnings.unopened', {
              case: nameOf(caseId),
              pieces: formatNumber(pieces),
              lots: formatNumber(lots),
            })}
          </li>
        ))}
        {warnings.map(({ code, caseId, values }) => (
          <li key={`${code} ${caseId} ${Object.values(values).join(' ')}`}>
            <Icon name="warning" />
            {t(`warnings.${code}` as 'warnings.unopened', wordsOf(caseId, values))}
          </li>
        ))}
      </ul>
    </section>
  );
}
