import { expect, test, vi } from 'vitest';
import { type SeedNote, writeSeedNote, listSeedNotes } from '#/client/domain/queries/seedNotes.ts';

let made = 0;
const record = (changes: Partial<SeedNote> = {}): SeedNote => ({
  epochId: `e-${made}`,
  commitment: 'c'.repeat(64),
  clientSeed: 'seed',
  fromNonce: 0,
  at: '2026-11-20T10:00:00.000Z',
  ...changes,
});

test('RT12 notes stay in their order, each epoch by itself, and say nothing twice', async () => {
  made += 1;
  const [first, second] = [record(), record({ clientSeed: 'other', fromNonce: 4 })];
  await writeSeedNote(first);
  await writeSeedNote({ ...first, fromNonce: 2, at: '2026-11-20T11:00:00.000Z' });
  await writeSeedNote(second);
  await writeSeedNote(record({ epochId: 'e-of-somebody' }));
  expect(await listSeedNotes(first.epochId)).toEqual([first, second]);
});

test('RT12 the notes outlive a sign-out, which clears the local storage', async () => {
  made += 1;
  await writeSeedNote(record());
  localStorage.clear();
  expect(await listSeedNotes(`e-${made}`)).toEqual([record()]);
});

test('RT12 a browser that stores nothing is told of and harms nothing', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('not here', 'SecurityError');
  });
  await writeSeedNote(record());
  expect(await listSeedNotes('e-1')).toEqual([]);
  expect(console.warn).toHaveBeenCalled();
  open.mockRestore();
});
