import values from './tuning.json';

/** Durations, speeds and strengths of the site's motion. Business rules are in `contract/kernel/limits.ts`. */
export const tuning = values;

/** The values of `tuning.json`, with units in their names. */
export type Tuning = typeof values;
export type StageTuning = Tuning['stage'];
export type RouletteTuning = Tuning['roulette'];
export type HeroTuning = Tuning['hero'];
export type BannerTuning = Tuning['banner'];
export type IndicatorsTuning = Tuning['indicators'];
