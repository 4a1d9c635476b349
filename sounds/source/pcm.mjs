import { execFileSync } from 'node:child_process';
import { SAMPLE_RATE } from './loudness.mjs';

/** Decodes any sound file to its left and right samples. */
export function decode(file) {
  const raw = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-f', 'f32le', '-ac', '2', '-ar', String(SAMPLE_RATE), '-'],
    { maxBuffer: 2 ** 30 },
  );
  const both = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  return [0, 1].map((channel) => both.filter((_, at) => at % 2 === channel));
}

/** Encodes left and right samples as the arguments of ffmpeg say. */
export function encode([left, right], ...args) {
  const both = new Float32Array(left.length * 2);
  for (let at = 0; at < left.length; at += 1) both.set([left[at], right[at]], 2 * at);
  execFileSync(
    'ffmpeg',
    ['-v', 'error', '-y', '-f', 'f32le', '-ac', '2', '-ar', String(SAMPLE_RATE), '-i', '-', ...args],
    { input: Buffer.from(both.buffer), maxBuffer: 2 ** 30 },
  );
}
