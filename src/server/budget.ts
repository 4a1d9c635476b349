import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { and, eq, gt, sql } from 'drizzle-orm';
import { budgets } from './db/schema.ts';
import type { Deps } from './deps.ts';
import { fail } from './errors.ts';

export interface Budget {
  name: string;
  limit: number;
  windowMs: number;
}

/** A budget per address, widened as the operator set it. */
export function scaled(budget: Budget, scale: number): Budget {
  return { ...budget, limit: budget.limit * scale };
}

const subjectHash = (subject: string) => createHash('sha256').update(subject).digest();

/**
 * Takes one attempt before it is evaluated, in a statement of its own, so that parallel guesses and restarts gain
 * nothing.
 * @returns the attempts that are left, and when there are all of them again
 * @throws AppError tooManyRequests with the seconds until the window ends
 */
export async function spend(
  deps: Deps,
  budget: Budget,
  subject: string,
): Promise<{ left: number; resetsAt: Date }> {
  const now = deps.now();
  const resetsAt = new Date(now.getTime() + budget.windowMs);
  const isOver = sql`${budgets.resetsAt} <= ${now}`;
  const [state] = await deps.db
    .insert(budgets)
    .values({ name: budget.name, subject: subjectHash(subject), used: 1, resetsAt })
    .onConflictDoUpdate({
      target: [budgets.name, budgets.subject],
      set: {
        used: sql`CASE WHEN ${isOver} THEN 1 ELSE least(${budgets.used} + 1, ${budget.limit + 1}) END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN ${resetsAt} ELSE ${budgets.resetsAt} END`,
      },
    })
    .returning({ used: budgets.used, resetsAt: budgets.resetsAt });
  if (!state) throw new Error(`no counter of ${budget.name}`);
  if (state.used > budget.limit)
    fail('tooManyRequests', {
      retryAfterSeconds: Math.ceil((state.resetsAt.getTime() - now.getTime()) / 1000),
    });
  return { left: budget.limit - state.used, resetsAt: state.resetsAt };
}

/** Returns an attempt that turned out to be none: it succeeded, or the server could not evaluate it. */
export async function giveBack(deps: Deps, budget: Budget, subject: string): Promise<void> {
  const counter = and(eq(budgets.name, budget.name), eq(budgets.subject, subjectHash(subject)));
  await deps.db
    .update(budgets)
    .set({ used: sql`${budgets.used} - 1` })
    .where(and(counter, gt(budgets.used, 0)));
}

/** Whom an address stands for: an IPv6 customer owns a whole /64; IPv4 written as IPv6 is what it is. */
export function addressSubject(address: string): string {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const left = head ? head.split(':') : [];
  if (tail === undefined) return left.slice(0, 4).join(':');
  const right = tail ? tail.split(':') : [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
