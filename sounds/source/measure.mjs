import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import levels from './levels.json' with { type: 'json' };
import { momentaryLoudness, peakDb, SAMPLE_RATE, silenceAround } from './loudness.mjs';
import { decode } from './pcm.mjs';

/**
 * Measures every part of the sprite as the browser will decode it and fails when one is not as levels.json says:
 * peak, loudness, length, silence at its ends, and the silence between two parts.
 */

const target = process.argv[2] ?? join(import.meta.dirname, '..');
const SILENT_DB = -60;
/** A part that starts later than this is felt as lag; one that ends earlier holds a voice for nothing. */
const HEAD_MS = 8;
const TAIL_MS = 60;
/** The last moment of a part: louder, and it would end with a click. */
const END_MS = 4;
const END_DB = -55;

const say = (line) => process.stdout.write(`${line}\n`);
const { src, sprite } = JSON.parse(readFileSync(join(target, 'ui.json'), 'utf8'));
const samplesOf = (ms) => Math.round((ms / 1000) * SAMPLE_RATE);
const inMs = (samples) => (samples / SAMPLE_RATE) * 1000;
const faults = [];
const demand = (isTrue, what) => isTrue || faults.push(what);

demand(
  JSON.stringify(Object.keys(sprite)) === JSON.stringify(Object.keys(levels.loudness)),
  'ui.json and levels.json do not name the same sounds',
);
for (const file of src) {
  const whole = decode(join(target, file));
  say(`\n${file}: ${inMs(whole[0].length).toFixed(0)} ms`);
  say('part        ms    peak dBFS  LUFS   head ms  tail ms  end dBFS  gap dBFS');
  for (const [index, [name, [startMs, lengthMs]]] of Object.entries(sprite).entries()) {
    const end = samplesOf(startMs + lengthMs);
    const nextMs = Object.values(sprite)[index + 1]?.[0] ?? startMs + lengthMs + 50;
    const cut = (from, to) => whole.map((samples) => samples.slice(from, to));
    const part = cut(samplesOf(startMs), end);
    const peak = peakDb(part);
    const loudness = momentaryLoudness(part);
    const { head, tail } = silenceAround(part, SILENT_DB);
    const atEnd = peakDb(cut(end - samplesOf(END_MS), end));
    // an encoder may smear a little to both sides
    const gap = peakDb(cut(end + samplesOf(15), samplesOf(nextMs - 15)));
    const row = [
      lengthMs,
      peak.toFixed(1),
      loudness.toFixed(1),
      inMs(head).toFixed(1),
      inMs(tail).toFixed(1),
      atEnd.toFixed(0),
      gap.toFixed(0),
    ];
    say(`${name.padEnd(10)} ${row.map((cell) => String(cell).padStart(8)).join(' ')}`);
    const place = `${file} ${name}:`;
    demand(inMs(whole[0].length) >= startMs + lengthMs, `${place} ends after the file`);
    demand(peak <= levels.peakDb, `${place} peak ${peak.toFixed(1)} dBFS is above ${levels.peakDb}`);
    demand(
      Math.abs(loudness - levels.loudness[name]) <= levels.toleranceLu,
      `${place} ${loudness.toFixed(1)} LUFS is not ${levels.loudness[name]} ± ${levels.toleranceLu}`,
    );
    demand(
      lengthMs <= levels.longestMs[name],
      `${place} ${lengthMs} ms is longer than ${levels.longestMs[name]}`,
    );
    demand(inMs(head) <= HEAD_MS, `${place} begins with ${inMs(head).toFixed(1)} ms of silence`);
    demand(inMs(tail) <= TAIL_MS, `${place} ends with ${inMs(tail).toFixed(1)} ms of silence`);
    demand(atEnd <= END_DB, `${place} is cut off at ${atEnd.toFixed(0)} dBFS`);
    demand(gap <= SILENT_DB, `${place} is followed by ${gap.toFixed(0)} dBFS instead of silence`);
  }
}
for (const fault of faults) say(fault);
say(faults.length === 0 ? '\nall sounds are as levels.json says' : `\n${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
