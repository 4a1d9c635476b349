import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FieldPath, Mistake } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftOnPage, useMistakeText } from './form/draftContext.ts';
import { useLocalText } from './form/localText.ts';
import { startsWith, valueAt } from './form/paths.ts';
import { PARTS } from './editor/parts.ts';
import styles from './Catalogue.module.css';
import lists from './Review.module.css';

interface MistakeListProps {
  mistakes: readonly {
    path: FieldPath;
    code: string;
    values?: Mistake['values'] | undefined;
    sentence: string;
  }[];
}

/** Lists the mistakes that prevent publishing, each with a link to its field. */
export function MistakeList({ mistakes }: MistakeListProps) {
  const { t } = useTranslation('operatorCatalogue');
  const mistakeText = useMistakeText();
  const textOf = useLocalText();
  const { content } = useDraftOnPage();
  return (
    <section className={styles.section} aria-labelledby="mistakes">
      <h2 id="mistakes">{t('draft.mistakes', { total: mistakes.length })}</h2>
      <ul className={lists.mistakes}>
        {mistakes.map((mistake) => {
          const part = PARTS.find(({ path }) => startsWith(mistake.path, path));
          const at = part && mistake.path[part.path.length];
          const thing = part && at !== undefined ? valueAt(content, [...part.path, at]) : undefined;
          const name = part && textOf((thing as Record<string, unknown> | undefined)?.[part.title]);
          return (
            <li key={`${mistake.path.join('.')} ${mistake.code}`}>
              {part ? (
                <Link className={styles.link} to={`?part=${part.name}&at=${String(at ?? 0)}`}>
                  {[t(`parts.${part.name}`), name].filter(Boolean).join(' · ')}
                </Link>
              ) : (
                t('draft.whole')
              )}
              <span>{mistakeText(mistake)}</span>
              <span className={styles.below}>{mistake.path.join(' · ')}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
