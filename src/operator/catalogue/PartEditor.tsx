import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { useDraftOnPage } from './form/draftContext.ts';
import { Fields } from './form/Fields.tsx';
import { keyText, useLocalText } from './form/localText.ts';
import { startsWith, valueAt } from './form/paths.ts';
import { OddsEditor } from './OddsEditor.tsx';
import { COIN_FIELDS, type Part } from './parts.ts';
import { ThingSummary } from './ThingSummary.tsx';
import styles from './Catalogue.module.css';

type Thing = Record<string, unknown>;

/** Editor of a part of the catalogue: a list of entries, and the fields of the chosen one. */
export function PartEditor({ part }: { part: Part }) {
  const { t } = useTranslation('operatorCatalogue');
  const textOf = useLocalText();
  const { content, edit, mistakes, isReadOnly } = useDraftOnPage();
  const [search, setSearch] = useSearchParams();
  const things = (valueAt(content, part.path) ?? []) as Thing[];
  const wanted = Number(search.get('at') ?? 0);
  const at = Math.min(Math.max(Number.isInteger(wanted) ? wanted : 0, 0), things.length - 1);
  const open = (next: number) => setSearch({ part: part.name, at: String(next) }, { replace: true });
  const nameOf = (thing: Thing) =>
    textOf(thing[part.title]) || keyText(thing[part.key]) || t('draft.unnamed');
  const chosen = things[at];
  const path = [...part.path, at];

  return (
    <div className={styles.editor}>
      <div className={styles.things}>
        {part.fresh && !isReadOnly && (
          <Button
            variant="secondary"
            size="small"
            icon="plus"
            onClick={() => {
              edit(part.path, [...things, part.fresh?.(content)]);
              open(things.length);
            }}
          >
            {t(`add.${part.name as 'goods'}`)}
          </Button>
        )}
        <ul aria-label={t(`parts.${part.name}`)}>
          {things.map((thing, place) => {
            const isWrong = mistakes.some((mistake) => startsWith(mistake.path, [...part.path, place]));
            return (
              // an entry has no stable key while it is typed
              // oxlint-disable-next-line react/no-array-index-key
              <li key={place}>
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
      {chosen && (
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
            {part.fresh && !isReadOnly && !part.isKept && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => {
                  edit(
                    part.path,
                    things.filter((_, other) => other !== at),
                  );
                  open(Math.max(at - 1, 0));
                }}
              >
                {t('list.remove')}
              </Button>
            )}
          </header>
          <div key={`fields ${at}`} className={styles.fields}>
            <Fields fields={part.fields} path={path} />
            {chosen['type'] === 'one_coin' && <Fields fields={COIN_FIELDS} path={path} />}
          </div>
          {part.name === 'cases' && <OddsEditor key={`odds ${at}`} at={at} />}
        </section>
      )}
    </div>
  );
}
