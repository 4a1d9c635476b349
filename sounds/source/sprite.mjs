import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import levels from './levels.json' with { type: 'json' };
import { momentaryLoudness, peakDb, SAMPLE_RATE, silenceAround } from './loudness.mjs';
import { decode, encode } from './pcm.mjs';

/** Levels the rendered sounds, cuts the silence off them and puts them one after the other into the sprite. */

const GAP_MS = 150;
const SILENT_DB = -60;
const FADE_MS = 6;

const [, , folder, target] = process.argv;
const samplesOf = (ms) => Math.round((ms / 1000) * SAMPLE_RATE);

const say = (line) => process.stdout.write(`${line}\n`);

function levelled(name) {
  const raw = decode(join(folder, `${name}.wav`));
  const gainDb = levels.loudness[name] - momentaryLoudness(raw);
  const loud = raw.map((samples) => samples.map((value) => value * 10 ** (gainDb / 20)));
  if (peakDb(loud) > levels.peakDb - 0.5) throw new Error(`${name} would clip: make it denser or quieter`);
  const { head, tail } = silenceAround(loud, SILENT_DB);
  const end = Math.min(loud[0].length, loud[0].length - tail + samplesOf(10));
  const fade = samplesOf(FADE_MS);
  return loud.map((samples) =>
    samples.slice(head, end).map((value, at, { length }) => value * Math.min(1, (length - 1 - at) / fade)),
  );
}

const parts = Object.keys(levels.loudness).map((name) => ({ name, channels: levelled(name) }));
const sprite = {};
let cursorMs = 0;
for (const { name, channels } of parts) {
  const lengthMs = Math.ceil((channels[0].length / SAMPLE_RATE) * 1000);
  sprite[name] = [cursorMs, lengthMs];
  cursorMs += lengthMs + GAP_MS;
}
const whole = [0, 1].map((channel) => {
  const samples = new Float32Array(samplesOf(cursorMs));
  for (const { name, channels } of parts) samples.set(channels[channel], samplesOf(sprite[name][0]));
  return samples;
});
const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
encode(whole, '-c:a', 'libopus', '-b:a', '56k', '-vbr', 'on', ...plain, join(target, 'ui.webm'));
// the header tells decoders how much the encoder put in front: without it every part would come 25 ms late
encode(
  whole,
  '-c:a',
  'libmp3lame',
  '-b:a',
  '96k',
  ...plain,
  '-id3v2_version',
  '0',
  '-write_xing',
  '1',
  join(target, 'ui.mp3'),
);
writeFileSync(
  join(target, 'ui.json'),
  `${JSON.stringify({ src: ['ui.webm', 'ui.mp3'], sprite }, null, 1)}\n`,
);
say(`${(cursorMs / 1000).toFixed(1)} s`);
