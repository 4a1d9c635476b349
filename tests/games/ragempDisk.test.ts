import fs, { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openLedger } from './ragempAdapter.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-disk-'));
  file = join(folder, 'ledger.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A disk that takes so many bytes more and then is full, as Linux says it: a part is written, and the rest is refused. */
function fillDisk(bytesLeft: number): () => void {
  let left = bytesLeft;
  const write = fs.writeSync as (descriptor: number, data: Uint8Array | string, ...rest: unknown[]) => number;
  const full = vi.spyOn(fs, 'writeSync').mockImplementation((descriptor, data, ...rest: unknown[]) => {
    if (left === 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const bytes = Buffer.from(data as Uint8Array | string);
    const at = Number(rest[0] ?? 0);
    const fits = Math.min(left, bytes.length - at);
    left -= fits;
    return write(descriptor, bytes, at, fits);
  });
  onTestFinished(() => full.mockRestore());
  return () => full.mockRestore();
}

test('D21 a step that a full disk does not take is not written, and the ledger goes on behind the last whole one', () => {
  const ledger = openLedger(file);
  ledger.write({ no: 1, state: 'started' });
  const empty = fillDisk(10);
  expect(() => ledger.write({ no: 2, state: 'started' })).toThrow('ENOSPC');
  expect([ledger.get(2), ledger.head()]).toEqual([undefined, 1]);
  empty();
  ledger.write({ no: 3, state: 'started' });
  ledger.close();
  const again = openLedger(file);
  onTestFinished(() => again.close());
  expect([1, 2, 3].map((no) => again.get(no)?.state)).toEqual(['started', undefined, 'started']);
  expect(again.head()).toBe(2);
});

test('D21 a ledger that a full disk does not take at the start stays as it was', () => {
  const ledger = openLedger(file);
  for (const no of [1, 2, 3]) ledger.write({ no, state: 'done' });
  ledger.close();
  const before = readFileSync(file, 'utf8');
  const empty = fillDisk(60);
  expect(() => openLedger(file)).toThrow('ENOSPC');
  expect(readFileSync(file, 'utf8')).toBe(before);
  empty();
  const again = openLedger(file);
  onTestFinished(() => again.close());
  expect([1, 2, 3].map((no) => again.get(no)?.state)).toEqual(['done', 'done', 'done']);
});

test('D21 of a fact the ledger keeps the newest version only', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const ledger = openLedger(file);
  for (const version of [1, 2, 3])
    ledger.write({ no: version, state: 'done', fact: 'vasya|premium', version });
  ledger.settle(3);
  ledger.close();
  vi.advanceTimersByTime(31 * 24 * 60 * 60_000);
  openLedger(file).close();
  const again = openLedger(file);
  onTestFinished(() => again.close());
  expect([1, 2, 3].map((no) => again.get(no)?.version)).toEqual([undefined, undefined, 3]);
  expect(again.versionOf('vasya|premium')).toBe(3);
});

test('O33 D21 the ledger keeps what a restored site sends again, although all was settled and the numbers leap', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let ledger = openLedger(file);
  onTestFinished(() => ledger.close());
  ledger.write({ no: 7, state: 'done' });
  // settled, then restored from a backup, then far beyond
  for (const through of [9, 5, 300_000_000]) {
    ledger.settle(through);
    ledger.close();
    vi.advanceTimersByTime(9 * 24 * 60 * 60_000);
    ledger = openLedger(file);
    expect(ledger.get(7)).toMatchObject({ state: 'done' });
  }
});
