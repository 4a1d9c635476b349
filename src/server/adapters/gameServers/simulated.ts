import type { PlayerCount } from '#/server/ports/gameServers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Evenings in Kyiv and Moscow are at about 18:00 UTC. */
const BUSIEST_HOUR_UTC = 18;
const SLOTS = 1000;

/** Hashes a text to a stable number from 0 to 1 (FNV-1a). */
function fractionOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) / 2 ** 32;
}

/** Players at a time: a daily wave with its peak in the evening, and a small change every five minutes. */
function playersAt(key: string, time: Date): number {
  const size = 250 + Math.round(fractionOf(key) * 650);
  const phase = (time.getTime() / DAY_MS - BUSIEST_HOUR_UTC / 24) * 2 * Math.PI;
  const unrest = fractionOf(`${key}${Math.floor(time.getTime() / 300_000)}`) * 0.06;
  return Math.round(size * (0.5 + 0.42 * Math.cos(phase) + unrest));
}

/** Returns invented but plausible numbers for the demonstration, equal for all callers at the same time. */
export function simulatedCount(key: string, at: Date): PlayerCount {
  return { online: playersAt(key, at), slots: SLOTS, at };
}
