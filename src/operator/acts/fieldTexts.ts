import { useTranslation } from 'react-i18next';
import { isErrorCode } from '#/contract/kernel/errors.ts';
import { type Locale, LOCALES } from '#/contract/kernel/locale.ts';
import { LIMIT_UNITS, type LimitedPermission } from '#/contract/operator/people/limits.ts';
import { formatMoney } from '../platform/formatMoney.ts';
import type { PageTexts } from '../platform/texts.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { errorText } from '#/client/platform/i18n/errorText.ts';
import { formatDateTime, formatDay } from '#/client/platform/i18n/formatDate.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';

/** A file of texts. */
type TextFile = 'operator' | PageTexts;

/** Longest list whose values are all written out. */
const LISTED = 12;
/** Whether a value is a name of the catalogue. Older entries of the audit log have only the English one. */
const hasEveryLanguage = (value: object): value is Record<Locale, string> =>
  LOCALES.every((locale) => typeof (value as Partial<Record<Locale, unknown>>)[locale] === 'string');
/** An amount of a settlement, which need not be in euro. */
const MONEY = /^(-?\d+)\.(\d\d) ([A-Z]{3})$/;
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Writes a time or a day in the page's language; any other text stays as it is. */
export const readable = (text: string): string =>
  TIME.test(text) ? formatDateTime(text) : DAY.test(text) ? formatDay(text) : text;

/**
 * Labels and formats for the fields of acts and of the audit log. The name of a field tells its unit: `…Cents` are
 * euro cents, `coins…` and `owed` are coins.
 */
export function useFieldTexts() {
  const { t, i18n } = useTranslation('operator');
  /** Text of a composed key, with its file; undefined when it does not exist. */
  const known = (key: `${TextFile}:${string}`): string | undefined =>
    i18n.exists(key) ? t(key as never) : undefined;

  const labelOf = (name: string): string => known(`operator:fields.${name}`) ?? name;

  /** @param of all fields of the same entry: limits use the unit of their permission */
  function textOf(name: string, value: unknown, of: Readonly<Record<string, unknown>> = {}): string {
    if (value === null || value === undefined || value === '') return t('values.none');
    if (typeof value === 'boolean') return t(value ? 'values.yes' : 'values.no');
    if (typeof value === 'number') {
      const unit = /^per(Act|Day)$/.test(name) ? LIMIT_UNITS[of['permission'] as LimitedPermission] : '';
      if (name.endsWith('Cents') || unit === 'cents') return formatEuro(value);
      if (unit === 'coins' || /^(coins|owed)/.test(name)) return formatCoins(value);
      // the comma of a grouped number would look like the one between two numbers
      return /Ids?$/.test(name) ? String(value) : formatNumber(value);
    }
    if (Array.isArray(value)) {
      const shown = value.slice(0, LISTED).map((one) => textOf(name, one));
      const more = value.length > LISTED ? ` … (+${formatNumber(value.length - LISTED)})` : '';
      return shown.join(', ') + more || t('values.none');
    }
    if (typeof value === 'object' && hasEveryLanguage(value)) return value[pageConfig.locale];
    if (typeof value === 'object')
      return Object.entries(value)
        .map(([part, inner]) => `${labelOf(part)}: ${textOf(part, inner)}`)
        .join('; ');
    if (typeof value !== 'string') return t('values.none');
    if (name === 'failure' && isErrorCode(value)) return errorText(value);
    const [, whole, cents, currency] = MONEY.exec(value) ?? [];
    if (currency) return formatMoney(Number(`${whole}${cents}`), currency);
    return known(`operator:words.${name}.${value}`) ?? readable(value);
  }

  return { known, labelOf, textOf };
}
