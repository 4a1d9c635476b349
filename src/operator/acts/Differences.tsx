import { useTranslation } from 'react-i18next';
import { useFieldTexts } from './fieldTexts.ts';
import styles from './Differences.module.css';

type Fields = Readonly<Record<string, unknown>>;

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === 0 || (Array.isArray(value) && value.length === 0);

/** Whether a text is a reference: long and without a space. */
const lookOf = (text: string) => (/^\S{20,}$/.test(text) ? styles.whole : undefined);

/** Shows each field of an act before and after. Changed fields come first; unchanged fields are dimmed. */
export function Differences({ before, after }: { before: Fields; after: Fields }) {
  const { t } = useTranslation('operator');
  const { labelOf, textOf } = useFieldTexts();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    // a field that is empty or 0 before and after is not shown
    .filter((name) => !isNothing(before[name]) || !isNothing(after[name]));
  const rows = names.map((name) => {
    const was = name in before ? textOf(name, before[name], before) : undefined;
    const is = name in after ? textOf(name, after[name], after) : undefined;
    return { name, was, is, isSame: was === is };
  });
  if (rows.length === 0) return <p className={styles.nothing}>{t('differences.nothing')}</p>;
  return (
    <dl className={styles.list}>
      {rows
        .toSorted((a, b) => Number(a.isSame) - Number(b.isSame))
        .map(({ name, was, is, isSame }) => (
          <div key={name} className={styles.row} data-same={isSame || undefined}>
            <dt>{labelOf(name)}</dt>
            <dd>
              {was !== undefined && !isSame && (
                <>
                  <span className="unseen">{t('differences.before')}</span>
                  <del className={lookOf(was)}>{was}</del>
                </>
              )}
              {is !== undefined && (
                <span className={styles.after}>
                  {!isSame && was !== undefined && (
                    <>
                      <span aria-hidden="true">→</span>
                      <span className="unseen">{t('differences.after')}</span>
                    </>
                  )}
                  <ins className={lookOf(is)}>{is}</ins>
                </span>
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}
