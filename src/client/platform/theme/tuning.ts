import values from './tuning.json';

/** How the site feels: durations, speeds, strengths. What is true of the business is in `contract/limits.ts`. */
export const tuning = values;

/** The values of `tuning.json` under one name, with their units in the names. */
export type Tuning = typeof values;
export type StageTuning = Tuning['stage'];
export type RouletteTuning = Tuning['roulette'];
export type HeroTuning = Tuning['hero'];
export type BannerTuning = Tuning['banner'];
export type IndicatorsTuning = Tuning['indicators'];
