import { useTranslation } from 'react-i18next';
import { formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { useDraftOnPage } from '../form/draftContext.ts';
import { keyText, useLocalText } from '../form/localText.ts';
import type { Part } from './parts.ts';

interface ThingSummaryProps {
  part: Part['name'];
  thing: Readonly<Record<string, unknown>>;
}

/** Short text that distinguishes an entry in a list, for example a price, a case or a day. */
export function ThingSummary({ part, thing }: ThingSummaryProps) {
  const { t } = useTranslation('operatorCatalogue');
  const textOf = useLocalText();
  const { content } = useDraftOnPage();
  if (part === 'goods') {
    const price = (thing['price'] ?? {}) as { cents?: number; coins?: number };
    const file = content.cases.find(({ id }) => id === thing['caseId']);
    const sum =
      typeof price.coins === 'number'
        ? formatCoins(price.coins)
        : typeof price.cents === 'number'
          ? formatEuro(price.cents)
          : '—';
    return [sum, file ? textOf(file.name) : t(`options.${keyText(thing['type']) as 'goods'}`)].join(' · ');
  }
  if (part === 'products') return t(`options.${keyText(thing['type']) as 'goods'}`);
  if (part === 'cases') return keyText(thing['plate']);
  if (part === 'news') {
    const day = keyText(thing['publishedOn']);
    // an unfinished input is no day
    return Number.isNaN(Date.parse(day)) ? day : formatDay(day);
  }
  if (part === 'ranks') return t('summary.level', { level: keyText(thing['level']) });
  if (part === 'milestones') return t('summary.referrals', { total: keyText(thing['requiredReferrals']) });
  return keyText(thing['code'] ?? thing['key'] ?? thing['type']);
}
