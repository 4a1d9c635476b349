import { acceptBook, balanceBooks } from '#/server/domain/books/balanceBooks.ts';
import { commandWords, type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';

const USAGE = `npm run books
npm run books -- accept NAME --reason "…"
Checks every book from its first row to its last, and exits with 1 when one does not balance. What a broken book
stops goes on when it balances again, or when an operator accepts the rows that are broken now. NAME is the beginning
of a book's name that no other book has.`;

/** `npm run books`: checks the books of the running site, and accepts an investigated break. */
async function run(deps: OperatorDeps): Promise<void> {
  const { values, positionals } = commandWords({
    options: { reason: { type: 'string' } },
    allowPositionals: true,
  });
  const [action, start, ...more] = positionals;
  if (action === undefined) {
    if (!(await balanceBooks(deps, say))) process.exitCode = 1;
    return;
  }
  const reason = values.reason?.trim();
  if (action !== 'accept' || !start || more.length > 0) throw new Error(USAGE);
  if (!reason) throw new Error(`A --reason must be given: it stays in the audit log.\n${USAGE}`);
  const { name, accepted } = await acceptBook(deps, start, reason);
  say(`${accepted} broken rows of "${name}" are accepted: what they stopped goes on within seconds.`);
}

if (!saysUsage(USAGE)) await runCommand(run);
