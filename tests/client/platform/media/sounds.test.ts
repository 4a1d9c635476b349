import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { RARITIES } from '#/contract/cases.ts';
import levels from '#sounds/source/levels.json';
import ui from '#sounds/ui.json';

const GAP_MS = 100;
const MP3_BITS_PER_MS = 96;

const parts = Object.entries(ui.sprite).map(([name, [startMs = NaN, lengthMs = NaN]]) => ({
  name,
  startMs,
  endMs: startMs + lengthMs,
}));

/** Duration of a WebM file, ms: the float64 of its Duration element (EBML id 4489, size 88), in ms by default. */
function webmMs(file: string): number {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  return at < 0 ? NaN : bytes.readDoubleBE(at + 3);
}

test('R3 every sound lies within both files, apart from the next', () => {
  const endMs = Math.max(...parts.map((part) => part.endMs));
  expect(webmMs('sounds/ui.webm')).toBeGreaterThanOrEqual(endMs);
  expect((statSync('sounds/ui.mp3').size * 8) / MP3_BITS_PER_MS).toBeGreaterThanOrEqual(endMs);
  const inOrder = parts.toSorted((a, b) => a.startMs - b.startMs);
  for (const [at, { name, startMs, endMs: end }] of inOrder.entries()) {
    expect(end, name).toBeGreaterThan(startMs);
    expect(startMs, name).toBeGreaterThanOrEqual(at === 0 ? 0 : (inOrder[at - 1]?.endMs ?? 0) + GAP_MS);
  }
});

test('R3 there is a sound for each rarity, each event, and a level for each sound', () => {
  const events = ['tick1', 'tick2', 'tick3', 'spin', 'open', 'land', 'coins', 'success', 'error'];
  const names = parts.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...RARITIES, ...events, 'hover', 'click', 'toggle']));
  expect(names).toEqual(Object.keys(levels.loudness));
  const rising = RARITIES.map((color) => levels.loudness[color]);
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
});

test('R3 the rarer the prize, the longer its sound and the stronger its light; the blow falls within the sound', () => {
  const lengthsMs = RARITIES.map((color) => ui.sprite[color][1] ?? 0);
  const { landing } = tuning.roulette;
  for (const [at, color] of RARITIES.entries()) {
    expect(tuning.sound.riseMs[color], color).toBeLessThan(lengthsMs[at] ?? 0);
    const before = RARITIES[at - 1];
    if (!before) continue;
    expect(lengthsMs[at], color).toBeGreaterThan(lengthsMs[at - 1] ?? 0);
    expect(landing[color].strength, color).toBeGreaterThan(landing[before].strength);
    for (const light of ['rays', 'sparks', 'shock', 'wash', 'jolt'] as const)
      expect(landing[color][light], `${color} ${light}`).toBeGreaterThanOrEqual(landing[before][light]);
  }
});

test('every sound that the client plays by name is in the sprite', () => {
  const files = readdirSync('src/client', { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join('src/client', file), 'utf8'))
    .join('\n');
  const played = [...code.matchAll(/\bplay\((?:[^()'"]*\? *)?'(\w+)'/g)].map(([, name]) => name);
  expect(played.length).toBeGreaterThan(0);
  for (const name of played) expect(Object.keys(ui.sprite)).toContain(name);
});
