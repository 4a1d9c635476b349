import { existsSync, readFileSync } from 'node:fs';

/** Reads the adapters' ledgers from their disks, for the proof of deliveries. */

/** One step in the ledger of any adapter. */
interface Entry {
  no: number;
  state: 'started' | 'done' | 'refused';
  /** Of what was started. */
  attempt?: number;
}

/** A delivery that a game server holds, or held in a ledger that was lost. */
export interface HeldRow {
  id: number;
  /** A lost ledger held it, so the game must first prove whether it has it. */
  isDoubtful: boolean;
}

/** A line in the ledger of the RAGE MP adapter. */
interface LedgerLine extends Entry {
  ledger?: string;
  head: number;
  isKept?: boolean;
}

interface DiskLedger {
  id: string | undefined;
  head: number;
  entries: Entry[];
  /** Keys of purchases that the site has not answered, if they lie in the same file. */
  purchases: string[];
}

/** Reads the key-value store of the FiveM adapter. */
export function readKvp(file: string): DiskLedger {
  const kept = new Map<string, string | null>();
  for (const [key, value] of jsonLines<[string, string | null]>(file)) kept.set(key, value);
  const entries = [...kept].flatMap(([key, value]) => {
    if (!key.startsWith('d:') || value === null) return [];
    return [{ ...(JSON.parse(value) as Entry), no: Number(key.slice(2)) }];
  });
  const purchases = [...kept].flatMap(([key, value]) =>
    key.startsWith('b:') && value !== null ? [key] : [],
  );
  return { id: kept.get('ledger') ?? undefined, head: Number(kept.get('head') ?? 0), entries, purchases };
}

/** Reads the ledger of the RAGE MP adapter. */
export function readLedger(file: string): DiskLedger {
  const entries = new Map<number, Entry>();
  let id: string | undefined;
  let head = 0;
  for (const line of jsonLines<LedgerLine>(file)) {
    if (line.ledger) [id, head] = [line.ledger, line.head];
    else entries.set(line.no, line);
    if (!line.ledger && !line.isKept) head++;
  }
  return { id, head, entries: [...entries.values()], purchases: [] };
}

/** Reads the journal of the RAGE MP adapter. @returns keys of purchases that the site has not answered */
export function readPurchases(file: string): string[] {
  const open = new Set<string>();
  for (const { key, isOver } of jsonLines<{ key: string; isOver?: true }>(file))
    if (isOver) open.delete(key);
    else open.add(key);
  return [...open];
}

/**
 * Whether nobody can say if the game has the delivery: it is in the middle, or the game must prove it first.
 */
export function isUncertain({ id, isDoubtful }: HeldRow, entries: readonly Entry[]): boolean {
  const state = entries.find(({ no }) => no === id)?.state;
  return state === 'started' || (state === undefined && isDoubtful);
}

/** Lines of JSON. The last one may be cut off. */
function jsonLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line];
      } catch {
        return [];
      }
    });
}
