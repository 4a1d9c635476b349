import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rarity } from '#/contract/cases.ts';
import { TICKETS } from '#/contract/fair.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { formatChance } from '#/client/domain/prizes/formatOdds.ts';
import { RarityMark } from '#/client/domain/prizes/RarityMark.tsx';
import { closeUp, type TicketSpan } from '#/client/domain/verification/ticketSpans.ts';
import styles from './TicketRange.module.css';

export interface RangeItem {
  id: number;
  name: string;
  color: Rarity | null;
}

interface TicketRangeProps {
  spans: readonly TicketSpan[];
  itemOf: (id: number) => RangeItem;
  ticket: number | null;
}

/** The ranges of the million tickets by prize, as a whole and enlarged, with the drawn ticket marked. */
export function TicketRange({ spans, itemOf, ticket }: TicketRangeProps) {
  const { t } = useTranslation('fairness');
  const owner = spans.find(({ from, to }) => ticket !== null && ticket >= from && ticket <= to);
  const near = ticket === null ? null : closeUp(spans, ticket);
  const label =
    owner && ticket !== null
      ? t('range.label', { ticket: formatNumber(ticket), item: itemOf(owner.itemId).name })
      : t('range.title');
  return (
    <figure className={styles.range}>
      <figcaption className="label">{t('range.title')}</figcaption>
      <p className="unseen">{label}</p>
      <div className={styles.bars} aria-hidden="true">
        <Bar spans={spans} itemOf={itemOf} ownerId={owner?.itemId} at={ticket} from={0} to={TICKETS - 1} />
        {near && (
          <Bar
            spans={near.spans}
            itemOf={itemOf}
            ownerId={owner?.itemId}
            at={ticket}
            from={near.from}
            to={near.to}
          />
        )}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('range.item')}</th>
            <th scope="col">{t('range.tickets')}</th>
            <th scope="col">{t('range.chance')}</th>
          </tr>
        </thead>
        <tbody>
          {spans.map(({ itemId, from, to }) => {
            const { name, color } = itemOf(itemId);
            return (
              <tr key={itemId} data-won={itemId === owner?.itemId || undefined}>
                <th scope="row">
                  {name}
                  {color && <RarityMark rarity={color} />}
                  {itemId === owner?.itemId && <b className={`label ${styles.here}`}>{t('range.here')}</b>}
                </th>
                <td>
                  {formatNumber(from)}–{formatNumber(to)}
                </td>
                <td>{formatChance(to - from + 1)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </figure>
  );
}

interface BarProps {
  spans: readonly TicketSpan[];
  itemOf: (id: number) => RangeItem;
  ownerId: number | undefined;
  at: number | null;
  from: number;
  to: number;
}

function Bar({ spans, itemOf, ownerId, at, from, to }: BarProps) {
  const place = at === null ? 0 : (at - from + 0.5) / (to - from + 1);
  return (
    <div className={styles.bar} style={{ '--at': `${place * 100}%` } as CSSProperties}>
      <div className={styles.segments}>
        {spans.map((span) => (
          <i
            key={span.itemId}
            style={{ flexGrow: span.to - span.from + 1 }}
            data-rarity={itemOf(span.itemId).color ?? 'simple'}
            data-won={span.itemId === ownerId || undefined}
          />
        ))}
      </div>
      {at !== null && (
        <span className={styles.needle} data-side={place > 0.5 ? 'left' : 'right'}>
          <b>{formatNumber(at)}</b>
        </span>
      )}
      <span className={styles.ends}>
        <span>{formatNumber(from)}</span>
        <span>{formatNumber(to)}</span>
      </span>
    </div>
  );
}
