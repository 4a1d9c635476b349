import type { Catalogue } from './shopSchema.ts';

/** The lists of a catalogue, each with the field that identifies its entries. */
const LISTS = [
  { path: ['servers'], key: 'key' },
  { path: ['cases'], key: 'id' },
  { path: ['products'], key: 'id' },
  { path: ['goods'], key: 'id' },
  { path: ['paymentGroups'], key: 'key' },
  { path: ['referral', 'statuses'], key: 'level' },
  { path: ['referral', 'milestones'], key: 'id' },
  { path: ['landing', 'promos'], key: 'code' },
  { path: ['landing', 'news'], key: 'key' },
] as const;

type Thing = Record<string, unknown>;

const textOf = (thing: Thing | undefined): string => JSON.stringify(thing && sorted(thing));

/**
 * Returns the value with sorted fields in all objects, because a database stores them in its own
 * order.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, sorted(inner)]));
}

const listOf = (content: unknown, path: readonly string[]): Thing[] => {
  const found = path.reduce<unknown>((value, name) => (value as Thing | undefined)?.[name], content);
  return Array.isArray(found) ? (found as Thing[]) : [];
};

/** Whether two lists have their common entries in another order. */
function isReordered(one: readonly Thing[], other: readonly Thing[], key: string): boolean {
  const namesIn = (things: readonly Thing[], within: readonly Thing[]) =>
    things.map((thing) => thing[key]).filter((name) => within.some((thing) => thing[key] === name));
  return JSON.stringify(namesIn(one, other)) !== JSON.stringify(namesIn(other, one));
}

/**
 * Carries the changes of a draft over to a newer revision, entry by entry (O19). A change that only
 * one side made is kept, a new order of a list too.
 * @returns the draft on the newer revision, and the entries and orders that both sides changed, in
 * which the draft's version stands
 */
export function carryOver(
  base: Catalogue,
  draft: Catalogue,
  newest: Catalogue,
): { content: Catalogue; conflicts: string[] } {
  const conflicts: string[] = [];
  const content = structuredClone(draft);
  for (const { path, key } of LISTS) {
    const [was, mine, theirs] = [base, draft, newest].map((each) => listOf(each, path)) as [
      Thing[],
      Thing[],
      Thing[],
    ];
    const find = (things: Thing[], name: unknown) => things.find((thing) => thing[key] === name);
    const merged: Thing[] = [];
    const [isOwnOrder, isOtherOrder] = [mine, theirs].map((things) => isReordered(things, was, key));
    if (isOwnOrder && isOtherOrder && isReordered(mine, theirs, key))
      conflicts.push(`${path.join('.')} order`);
    const inOrder = isOtherOrder && !isOwnOrder ? [...theirs, ...mine] : [...mine, ...theirs];
    for (const name of new Set(inOrder.map((thing) => thing[key]))) {
      const same = mine.filter((thing) => thing[key] === name);
      const [before, own, other] = [find(was, name), find(mine, name), find(theirs, name)];
      const [isOwnChange, isOtherChange] = [own, other].map((thing) => textOf(thing) !== textOf(before));
      if (isOwnChange && isOtherChange && textOf(own) !== textOf(other))
        conflicts.push(`${path.join('.')} ${String(name)}`);
      const kept = isOwnChange ? own : other;
      // unfinished entries may share a name or have none; the review tells so
      if (same.length > 1) merged.push(...same);
      else if (kept) merged.push(kept);
    }
    const target = listOf(content, path);
    target.splice(0, target.length, ...merged);
  }
  return { content, conflicts };
}
