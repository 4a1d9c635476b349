import { useTranslation } from 'react-i18next';
import { LOCALES } from '#/contract/kernel/locale.ts';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftOnPage } from './form/draftContext.ts';
import { useLocalText } from './form/localText.ts';
import { valueAt } from './form/paths.ts';

/** Labels of fields that are not named as in `fields`, by their name in the catalogue. */
const LABELS: Partial<Record<string, string>> = {
  items: 'operatorCatalogue:odds.title',
  tickets: 'operatorCatalogue:odds.tickets',
  isSwapAvailable: 'operatorCatalogue:odds.swap',
  premiumCoinsPrice: 'operatorCatalogue:odds.value',
  cents: 'operatorCatalogue:fields.priceEuro',
  coins: 'operatorCatalogue:fields.priceCoins',
};
/** Fields that only hold others. */
const FRAMES = new Set(['price', 'oneCoinPriceRange']);

/** Returns the words for the place of a field inside its entry: `Prize 831 · Name · RU`. */
export function useFieldWords() {
  const { t, i18n } = useTranslation('operatorCatalogue');
  const { content } = useDraftOnPage();
  const textOf = useLocalText();
  const known = (key: string) => (i18n.exists(key) ? t(key as 'form.needed') : undefined);

  /** @param entry path of the entry */
  return (path: FieldPath, entry: FieldPath): string => {
    const inside = path.slice(entry.length);
    const words = inside.map((name, at) => {
      const before = inside[at - 1];
      if (typeof name === 'number') {
        if (before !== 'items') return String(name + 1);
        const item = valueAt(content, path.slice(0, entry.length + at + 1)) as
          | { id?: number; name?: unknown }
          | undefined;
        return textOf(item?.name) || t('odds.unnamed', { id: item?.id ?? name + 1 });
      }
      if ((LOCALES as readonly string[]).includes(name)) return name.toUpperCase();
      // the name of a prize says that it is one
      if (FRAMES.has(name) || (name === 'items' && at < inside.length - 1)) return '';
      const isGrant = inside.slice(0, at).some((above) => above === 'grants' || above === 'gives');
      const range = before === 'oneCoinPriceRange' ? `operatorCatalogue:fields.${before}_${name}` : '';
      return (
        (isGrant && known(`operatorCatalogue:grants.${name}`)) ||
        known(range) ||
        known(LABELS[name] ?? `operatorCatalogue:fields.${name}`) ||
        name
      );
    });
    return words.filter(Boolean).join(' · ');
  };
}
