import { eq } from 'drizzle-orm';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { bookChecks } from '#/server/platform/db/tables/site/background.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { books } from './books.ts';
import { type BooksDeps, checkWhole } from './checkBooks.ts';
import type { BookRow } from './nextBook.ts';
import { partsStoppedBy } from '#/server/platform/kernel/stops.ts';

/**
 * Checks every book from its first row to its last, without pauses.
 * @param say called with a line for each book
 * @returns whether every book balances or an operator has accepted its break
 */
export async function balanceBooks(deps: BooksDeps, say: (line: string) => unknown): Promise<boolean> {
  let broken = 0;
  for (const name of books.keys()) {
    const startedAt = performance.now();
    const row = await checkWhole(deps, name);
    if (row.lastError !== null || row.violations > row.accepted) broken += 1;
    say(`${stateOf(row).padEnd(8)} ${name}  (${Math.round(performance.now() - startedAt)} ms)`);
  }
  say(broken === 0 ? `All ${books.size} books balance.` : `${broken} of ${books.size} books do not balance.`);
  return broken === 0;
}

function stateOf({ name, violations, accepted, lastError }: BookRow): string {
  if (lastError !== null) return `NOT CHECKED (${lastError})`;
  if (violations === 0) return 'ok';
  if (violations <= accepted) return `accepted (${violations} rows)`;
  return `BROKEN (${violations} rows; stopped: ${partsStoppedBy(name).join(', ')})`;
}

/**
 * Accepts the rows that break a book now, so that the stopped parts run again. Further broken rows stop them again.
 * @param start beginning of the book's name, which must be unique
 * @returns name of the book and number of accepted rows
 * @throws Error with a sentence for the operator
 */
export async function acceptBook(
  deps: BooksDeps & Pick<Deps, 'now'>,
  start: string,
  reason: string,
): Promise<{ name: string; accepted: number }> {
  const found = [...books.keys()].filter((name) => name.startsWith(start));
  const [name] = found;
  if (name === undefined || found.length > 1)
    throw new Error(`${found.length} books begin with "${start}".\n${found.join('\n')}`);
  const { violations: accepted } = await checkWhole(deps, name);
  if (accepted === 0) throw new Error(`"${name}" balances: there is nothing to accept.`);
  await withTx(deps.pool, async (tx) => {
    await tx.update(bookChecks).set({ accepted }).where(eq(bookChecks.name, name));
    const detail = { book: name, violations: accepted, reason };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'brokenBookAccepted', detail });
  });
  return { name, accepted };
}
