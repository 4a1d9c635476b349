import { useTranslation } from 'react-i18next';
import type { ShownChange } from '#/contract/operator/catalogue/revisions.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { StateMark } from '../parts/StateMark.tsx';
import { useLocalText } from './form/localText.ts';
import styles from './Catalogue.module.css';
import lists from './Review.module.css';

const TONES = {
  added: 'good',
  returned: 'good',
  changed: 'waits',
  withdrawn: 'bad',
  removed: 'bad',
} as const satisfies Record<ShownChange['did'], string>;
/** Largest number of rendered changes. */
const MOST_SHOWN = 300;
/** If at least this many entries of a kind are all new, as in the first import, only their count is shown. */
const MANY = 20;

interface ChangeListProps {
  changes: readonly ShownChange[];
  /** Catalogue with the names of prizes. Without it prizes are shown by number. */
  content?: Catalogue;
}

/** The changes of a revision, grouped by entry: each field before and after. */
export function ChangeList({ changes, content }: ChangeListProps) {
  const textOf = useLocalText();
  const { t, i18n } = useTranslation('operatorCatalogue');
  const nounOf = (noun: string) => {
    const key = `nouns.${noun.replaceAll(' ', '_')}`;
    return i18n.exists(`operatorCatalogue:${key}`) ? t(key as 'nouns.good') : noun;
  };
  /** Label of a field such as `names.en` or `tickets of item 401`. */
  const fieldOf = (field: string) => {
    const [, item] = /^tickets of item (\d+)$/.exec(field) ?? [];
    const prizes = content?.cases.flatMap(({ items }) => items);
    const prize = prizes?.find(({ id }) => String(id) === item);
    if (item) return t('changes.ticketsOf', { item: textOf(prize?.name) || item });
    const [column = '', ...rest] = field.split('.');
    const key = `columns.${column}`;
    const label = i18n.exists(`operatorCatalogue:${key}`) ? t(key as 'columns.names') : column;
    return [label, ...rest.map((part) => (part.length === 2 ? part.toUpperCase() : part))].join(' · ');
  };
  const { single, many } = grouped(changes);
  if (changes.length === 0) return <p className={styles.quiet}>{t('changes.none')}</p>;
  return (
    <section className={styles.section} aria-labelledby="changes">
      <h2 id="changes">{t('changes.title', { total: changes.length })}</h2>
      <ul className={lists.changes}>
        {many.map(({ noun, did, count }) => (
          <li key={`${noun} ${did}`}>
            <h3>
              {nounOf(noun)}
              <StateMark tone={TONES[did]}>{`${t(`changes.${did}`)}: ${formatNumber(count)}`}</StateMark>
            </h3>
          </li>
        ))}
        {single.slice(0, MOST_SHOWN).map(({ noun, id, name, names, did, fields }) => (
          <li key={`${noun} ${id}`}>
            <h3>
              <span className={styles.below}>{`${nounOf(noun)} ${id}`}</span>
              {textOf(names) || name || id}
              <StateMark tone={TONES[did]}>{t(`changes.${did}`)}</StateMark>
            </h3>
            {fields.length > 0 && (
              <dl>
                {fields.map(({ field, from, to }) => (
                  <div key={field}>
                    <dt>{fieldOf(field)}</dt>
                    <dd>
                      <span className="unseen">{t('changes.before')}</span>
                      <del>{written(field, from)}</del> <span aria-hidden="true">→</span>{' '}
                      <span className="unseen">{t('changes.after')}</span>
                      <ins>{written(field, to)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {single.length > MOST_SHOWN && (
        <p className={styles.quiet}>{t('changes.more', { more: single.length - MOST_SHOWN })}</p>
      )}
    </section>
  );
}

/** Separates large groups of new entries from changes that are listed one by one. */
function grouped(changes: readonly ShownChange[]) {
  const plain = new Map<string, ShownChange[]>();
  for (const change of changes)
    if (change.fields.length === 0) {
      const key = `${change.noun} ${change.did}`;
      plain.set(key, [...(plain.get(key) ?? []), change]);
    }
  const large = [...plain.values()].filter((group) => group.length >= MANY);
  const counted = new Set(large.flat());
  return {
    many: large.map((group) => ({ noun: group[0]!.noun, did: group[0]!.did, count: group.length })),
    single: changes.filter((change) => !counted.has(change)),
  };
}

/** Formats a value for people. */
const written = (field: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'number') {
    if (field.endsWith('_cents')) return formatEuro(value);
    return field.endsWith('_coins') || field === 'premium_coins_price'
      ? formatCoins(value)
      : formatNumber(value);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};
