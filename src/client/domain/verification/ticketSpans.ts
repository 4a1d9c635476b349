import { parseOdds, TICKETS } from '#/contract/fair.ts';

/** The tickets of one item, both ends included. */
export interface TicketSpan {
  itemId: number;
  from: number;
  to: number;
}

/** Number of tickets in the enlarged part. */
const NEAR = 20_000;

/**
 * Returns the ticket ranges in the order of the table.
 * @param text canonical, as `isCanonical` checks
 */
export function ticketSpans(text: string): TicketSpan[] {
  let from = 0;
  return parseOdds(text).map(({ itemId, tickets }) => {
    const span = { itemId, from, to: from + tickets - 1 };
    from += tickets;
    return span;
  });
}

/** Returns the ranges around a ticket, enlarged so that the rarest is visible. */
export function closeUp(
  spans: readonly TicketSpan[],
  ticket: number,
): { from: number; to: number; spans: TicketSpan[] } {
  const from = Math.min(Math.max(0, ticket - NEAR / 2), TICKETS - NEAR);
  const to = from + NEAR - 1;
  const near = spans
    .filter((span) => span.to >= from && span.from <= to)
    .map((span) => ({
      itemId: span.itemId,
      from: Math.max(span.from, from),
      to: Math.min(span.to, to),
    }));
  return { from, to, spans: near };
}
