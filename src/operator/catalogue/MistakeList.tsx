import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FieldPath, Mistake } from '#/contract/operator/catalogue/mistake.ts';
import { PARTS, type Part } from './editor/parts.ts';
import { useDraftOnPage, useMistakeText } from './form/draftContext.ts';
import { useLocalText } from './form/localText.ts';
import { startsWith, valueAt } from './form/paths.ts';
import { useFieldWords } from './useFieldWords.ts';
import styles from './Catalogue.module.css';
import lists from './Review.module.css';

interface ShownMistake {
  path: FieldPath;
  code: string;
  values?: Mistake['values'] | undefined;
  sentence: string;
}

/** The mistakes of one entry. */
interface Group {
  part: Part | undefined;
  /** Path of the entry. */
  entry: FieldPath;
  mistakes: ShownMistake[];
}

/** Puts the mistakes of an entry together, in the order of their first ones. */
function groupsOf(mistakes: readonly ShownMistake[]): Group[] {
  const groups = new Map<string, Group>();
  for (const mistake of mistakes) {
    const part = PARTS.find(({ path }) => startsWith(mistake.path, path));
    const entry = part ? mistake.path.slice(0, part.path.length + 1) : [];
    const key = entry.join('.');
    const group = groups.get(key) ?? { part, entry, mistakes: [] };
    group.mistakes.push(mistake);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Lists the mistakes that prevent publishing by entry, each entry with a link to it. */
export function MistakeList({ mistakes }: { mistakes: readonly ShownMistake[] }) {
  const { t } = useTranslation('operatorCatalogue');
  const mistakeText = useMistakeText();
  const wordsOf = useFieldWords();
  const textOf = useLocalText();
  const { content } = useDraftOnPage();

  function nameOf({ part, entry }: Group): string {
    if (!part) return t('draft.whole');
    const thing = valueAt(content, entry) as Record<string, unknown> | undefined;
    const name =
      textOf(thing?.[part.title]) || t(part.fresh ? `add.${part.name as 'goods'}` : 'draft.unnamed');
    return `${t(`parts.${part.name}`)} · ${name}`;
  }

  return (
    <section className={styles.section} aria-labelledby="mistakes">
      <h2 id="mistakes">{t('draft.mistakes', { total: mistakes.length })}</h2>
      <ul className={lists.mistakes}>
        {groupsOf(mistakes).map((group) => (
          <li key={group.entry.join('.')}>
            {group.part ? (
              <Link
                className={styles.link}
                to={`?part=${group.part.name}&at=${String(group.entry.at(-1) ?? 0)}`}
              >
                {nameOf(group)}
              </Link>
            ) : (
              nameOf(group)
            )}
            <dl>
              {group.mistakes.map((mistake) => (
                <div key={`${mistake.path.join('.')} ${mistake.code}`}>
                  <dt>{wordsOf(mistake.path, group.entry)}</dt>
                  <dd>{mistakeText(mistake)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
