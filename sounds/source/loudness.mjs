/** Samples a second of everything here; the filters below hold for it only. */
export const SAMPLE_RATE = 48_000;

/** K-weighting of ITU-R BS.1770-4: the head as a shelf, then a high pass. */
const STAGES = [
  { b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585] },
  { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] },
];
const WINDOW = 0.4 * SAMPLE_RATE;
const STEP = 0.01 * SAMPLE_RATE;

function weighted(samples) {
  let signal = samples;
  for (const { b, a } of STAGES) {
    const out = new Float64Array(signal.length);
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    for (let at = 0; at < signal.length; at += 1) {
      const x = signal[at];
      const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
      [x2, x1, y2, y1] = [x1, x, y1, y];
      out[at] = y;
    }
    signal = out;
  }
  return signal;
}

/**
 * The loudest 0.4 s of a sound, LUFS (momentary loudness, EBU Tech 3341). Integrated loudness is not defined for
 * sounds shorter than its window; this is, and silence around them changes nothing.
 * @param channels samples of the left and the right
 */
export function momentaryLoudness(channels) {
  const length = channels[0].length + 2 * WINDOW;
  const energy = new Float64Array(length + 1);
  for (const samples of channels) {
    const padded = new Float64Array(length);
    padded.set(samples, WINDOW);
    let sum = 0;
    for (const [at, value] of weighted(padded).entries()) {
      sum += value ** 2;
      energy[at + 1] += sum;
    }
  }
  let most = 0;
  for (let from = 0; from + WINDOW <= length; from += STEP)
    most = Math.max(most, energy[from + WINDOW] - energy[from]);
  return -0.691 + 10 * Math.log10(most / WINDOW);
}

/** Highest sample, dBFS. */
export function peakDb(channels) {
  let most = 1e-9;
  for (const samples of channels) for (const value of samples) most = Math.max(most, Math.abs(value));
  return 20 * Math.log10(most);
}

/** Samples before the first and after the last one that is louder than a level, dBFS. */
export function silenceAround(channels, levelDb) {
  const level = 10 ** (levelDb / 20);
  const isLoud = (_, at) => channels.some((samples) => Math.abs(samples[at]) > level);
  const { length } = channels[0];
  const first = channels[0].findIndex(isLoud);
  return first < 0
    ? { head: length, tail: length }
    : { head: first, tail: length - 1 - channels[0].findLastIndex(isLoud) };
}
