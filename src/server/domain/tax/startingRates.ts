import type { SetVatRate } from '#/contract/operator/vat.ts';

/** Day from which these rates hold: that of the latest change among them, Romania's. */
const FROM = '2025-08-01';

const PERCENT: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
};

/**
 * The standard rates of the EU, as an offer. Nobody has compared them with the official list: no VAT is computed with
 * one before an owner has confirmed it.
 */
export const STARTING_RATES: readonly SetVatRate[] = Object.entries(PERCENT).map(([country, percent]) => ({
  country,
  from: FROM,
  basisPoints: Math.round(percent * 100),
}));
