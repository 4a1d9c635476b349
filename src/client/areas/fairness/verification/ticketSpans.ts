import { parseOdds, TICKETS } from '#/contract/fair.ts';

/** The tickets of one item, both ends included. */
export interface TicketSpan {
  itemId: number;
  from: number;
  to: number;
}

/** Tickets that the close-up shows. */
const NEAR = 20_000;

/** Whose are the million tickets, in the order of the table. @param text canonical, as `isCanonical` says */
export function ticketSpans(text: string): TicketSpan[] {
  let from = 0;
  return parseOdds(text).map(({ itemId, tickets }) => {
    const span = { itemId, from, to: from + tickets - 1 };
    from += tickets;
    return span;
  });
}

/** The spans around a ticket, so near that the rarest can be seen. */
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
