import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { useDraftOnPage } from '../form/draftContext.ts';
import { Fields } from '../form/Fields.tsx';
import { keyText, useLocalText } from '../form/localText.ts';
import { startsWith } from '../form/paths.ts';
import { useDraftRows } from '../form/useDraftRows.ts';
import { OddsEditor } from './OddsEditor.tsx';
import { copyOf } from './newEntries.ts';
import { COIN_FIELDS, type Part } from './parts.ts';
import { ThingSummary } from './ThingSummary.tsx';
import styles from '../Catalogue.module.css';

type Thing = Record<string, unknown>;

/** Scrolls a list, and not its page, to one of its entries. */
function keepInView(list: HTMLUListElement | null, at: number): void {
  const entry = list?.children[at];
  if (!list || !(entry instanceof HTMLElement)) return;
  const lowest = entry.offsetTop + entry.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(Math.max(list.scrollTop, lowest), entry.offsetTop);
}

/** Editor of a part of the catalogue: a list of entries, and the fields of the chosen one. */
export function PartEditor({ part }: { part: Part }) {
  const { t } = useTranslation('operatorCatalogue');
  const textOf = useLocalText();
  const { content, mistakes, used } = useDraftOnPage();
  const { rows, add, remove, isReadOnly } = useDraftRows(part.path);
  const [search, setSearch] = useSearchParams();
  const wanted = Number(search.get('at') ?? 0);
  const at = Math.min(Math.max(Number.isInteger(wanted) ? wanted : 0, 0), rows.length - 1);
  const open = (next: number) => setSearch({ part: part.name, at: String(next) }, { replace: true });
  const nameOf = (thing: Thing) =>
    textOf(thing[part.title]) ||
    (part.key === 'id' ? '' : keyText(thing[part.key])) ||
    t(part.fresh ? `add.${part.name as 'goods'}` : 'draft.unnamed');
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => keepInView(list.current, at), [at]);
  const chosenRow = rows[at];
  const chosen = chosenRow?.value as Thing | undefined;

  return (
    <div className={styles.editor}>
      <div className={styles.things}>
        {part.fresh && !isReadOnly && (
          <Button
            variant="secondary"
            size="small"
            icon="plus"
            onClick={() => {
              add(part.fresh?.(content, used));
              open(rows.length);
            }}
          >
            {t(`add.${part.name as 'goods'}`)}
          </Button>
        )}
        <ul ref={list} aria-label={t(`parts.${part.name}`)}>
          {rows.map(({ key, at: place, path, value }) => {
            const thing = value as Thing;
            const isWrong = mistakes.some((mistake) => startsWith(mistake.path, path));
            return (
              <li key={key}>
                <button
                  type="button"
                  aria-current={place === at || undefined}
                  data-wrong={isWrong || undefined}
                  onClick={() => open(place)}
                >
                  <span>{nameOf(thing)}</span>
                  <small>
                    <ThingSummary part={part.name} thing={thing} />
                  </small>
                  {isWrong && <span className="unseen">{t('draft.mistakesHere')}</span>}
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      {chosenRow && chosen && (
        <section className={styles.thing} aria-label={nameOf(chosen)}>
          <header className={styles.thingHead}>
            <h2>{nameOf(chosen)}</h2>
            <span className={styles.below}>
              {part.key === 'type' ? (
                <ThingSummary part={part.name} thing={chosen} />
              ) : (
                `${t(`keys.${part.key as 'id'}`)} ${keyText(chosen[part.key])}`
              )}
            </span>
            <span className={styles.thingActs}>
              {part.canCopy && !isReadOnly && (
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => {
                    add(copyOf(part, content, used, chosen));
                    open(rows.length);
                  }}
                >
                  {t('list.copy')}
                </Button>
              )}
              {part.fresh && !isReadOnly && !part.isKept && (
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => {
                    remove(at);
                    open(Math.max(at - 1, 0));
                  }}
                >
                  {t('list.remove')}
                </Button>
              )}
            </span>
          </header>
          <div key={`fields ${chosenRow.key}`} className={styles.fields}>
            <Fields fields={part.fields} path={chosenRow.path} />
            {chosen['type'] === 'one_coin' && <Fields fields={COIN_FIELDS} path={chosenRow.path} />}
          </div>
          {part.name === 'cases' && <OddsEditor key={`odds ${chosenRow.key}`} at={at} />}
        </section>
      )}
    </div>
  );
}
