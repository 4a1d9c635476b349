import { useTranslation } from 'react-i18next';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { useDraftOnPage } from './form/draftContext.ts';
import { useLocalText } from './form/localText.ts';
import type { Part } from './parts.ts';

interface ThingSummaryProps {
  part: Part['name'];
  thing: Readonly<Record<string, unknown>>;
}

/** What tells a thing from others in a list: a price, a case, a day. */
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
    return [sum, file ? textOf(file.name) : t(`options.${String(thing['type']) as 'goods'}`)].join(' · ');
  }
  if (part === 'products') return t(`options.${String(thing['type']) as 'goods'}`);
  if (part === 'cases') return String(thing['plate'] ?? '');
  if (part === 'news') return String(thing['publishedOn'] ?? '');
  if (part === 'ranks') return t('summary.level', { level: String(thing['level']) });
  if (part === 'milestones') return t('summary.referrals', { total: String(thing['requiredReferrals']) });
  return String(thing['code'] ?? thing['key'] ?? thing['type'] ?? '');
}
