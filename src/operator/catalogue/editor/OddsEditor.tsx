import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TICKETS } from '#/contract/fair.ts';
import { type OddsItem, spreadRest, sumOfTickets } from '#/contract/operator/catalogue/odds.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { useDraftOnPage } from '../form/draftContext.ts';
import { useDraftRows } from '../form/useDraftRows.ts';
import { useLocalText } from '../form/localText.ts';
import { differenceOf, useOddsInForce } from './oddsInForce.ts';
import { OddsFigures, OddsShort } from './OddsFigures.tsx';
import { OddsRow } from './OddsRow.tsx';
import { freshItem } from './newEntries.ts';
import styles from './Odds.module.css';

const whole = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(Number(value), 0) : 0);

/** Reads items while the operator types; an unfinished number counts as 0. */
export const readItems = (items: unknown): OddsItem[] =>
  (Array.isArray(items) ? (items as Partial<OddsItem>[]) : []).map((item) => ({
    tickets: whole(item.tickets),
    premiumCoinsPrice: whole(item.premiumCoinsPrice),
    isSwapAvailable: item.isSwapAvailable === true,
    color: item.color ?? 'simple',
  }));

/** Counts the prizes that differ from the revision in force, and names those that left the case. */
function Difference({ at, rows, items }: { at: number; rows: unknown[]; items: readonly OddsItem[] }) {
  const { t } = useTranslation('operatorCatalogue');
  const textOf = useLocalText();
  const inForce = useOddsInForce(at);
  if (!inForce) return null;
  const { changed, removed } = differenceOf(
    items.map((item, place) => Object.assign({}, item, { id: (rows[place] as { id: number }).id })),
    inForce,
  );
  return (
    <p className={styles.quiet}>
      {changed + removed.length === 0 ? t('odds.asInForce') : t('odds.changed', { count: changed })}
      {removed.length > 0 &&
        ` ${t('odds.gone', { names: removed.map(({ name }) => textOf(name)).join(', ') })}`}
    </p>
  );
}

/** The odds of a case: a row for each prize, and the resulting figures. */
export function OddsEditor({ at }: { at: number }) {
  const { t } = useTranslation('operatorCatalogue');
  const { content, edit, used } = useDraftOnPage();
  const path = ['cases', at, 'items'];
  const { rows, add, remove, error, isReadOnly } = useDraftRows(path);
  const items = readItems(rows.map(({ value }) => value));
  // keys of the rows whose tickets stay as they are
  const [locked, setLocked] = useState<ReadonlySet<number>>(new Set());
  const missing = TICKETS - sumOfTickets(items);

  function spread() {
    const tickets = spreadRest(
      items.map((item, place) => ({ tickets: item.tickets, isLocked: locked.has(rows[place]!.key) })),
    );
    if (!tickets) return notify({ type: 'error', title: t('odds.tooMuchLocked') });
    return edit(
      path,
      rows.map(({ value }, place) => Object.assign({}, value, { tickets: tickets[place] })),
    );
  }
  const lock = (key: number) =>
    setLocked((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });

  return (
    <section className={styles.odds} aria-labelledby="odds">
      <header className={styles.head}>
        <h2 id="odds">{t('odds.title')}</h2>
        {!isReadOnly && (
          <Button
            variant="quiet"
            size="small"
            icon="plus"
            onClick={() => add(Object.assign(freshItem(content, used), { sortOrder: rows.length + 1 }))}
          >
            {t('odds.add')}
          </Button>
        )}
      </header>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t('odds.title')}>
          <thead>
            <tr>
              {(
                ['prize', 'rarity', 'tickets', 'chance', 'oneIn', 'swap', 'value', 'share', 'lock'] as const
              ).map((column) => (
                <th key={column} scope="col" className="label" data-column={column}>
                  {t(`odds.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, at: place, path: rowPath }) => (
              <OddsRow
                key={key}
                path={rowPath}
                items={items}
                place={place}
                isLocked={locked.has(key)}
                onLock={() => lock(key)}
                onRemove={() => remove(place)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.sum} data-wrong={missing !== 0 || undefined}>
        <span>
          {t('odds.sum', { sum: formatNumber(TICKETS - missing), whole: formatNumber(TICKETS) })}
          {missing !== 0 &&
            ` · ${t(missing > 0 ? 'odds.missing' : 'odds.tooMany', { tickets: formatNumber(Math.abs(missing)) })}`}
        </span>
        {missing !== 0 && !isReadOnly && (
          <Button variant="secondary" size="small" onClick={spread}>
            {t('odds.spread')}
          </Button>
        )}
        <span className={styles.quiet}>
          <OddsShort at={at} items={items} />
        </span>
        {error && missing === 0 && <span className={styles.error}>{error}</span>}
      </div>
      <Difference at={at} rows={rows.map(({ value }) => value)} items={items} />
      <OddsFigures at={at} items={items} />
    </section>
  );
}
