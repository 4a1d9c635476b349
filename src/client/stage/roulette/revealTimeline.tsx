import { gsap } from 'gsap';
import type { RouletteTuning } from '#/client/tuning.ts';
import type { WinnerLight } from './winnerLight.ts';

/** The reveal as a paused timeline over `light`: the stage clock scrubs it, it never plays by itself. */
export function revealTimeline(light: WinnerLight, glow: RouletteTuning['glow']): gsap.core.Timeline {
  const rise = { duration: glow.riseMs / 1000, ease: 'power3.out' };
  const rest = { duration: glow.restMs / 1000, ease: 'power2.inOut' };
  return gsap
    .timeline({ paused: true })
    .to(
      light,
      {
        ...rise,
        glowAlpha: glow.peakAlpha,
        glowScale: glow.peakScale,
        rimAlpha: 1,
        winnerScale: glow.winnerScale,
        neighbourAlpha: glow.neighbourAlpha,
      },
      0,
    )
    .to(light, { ...rest, glowAlpha: glow.restAlpha, glowScale: glow.restScale, rimAlpha: 0.75 });
}
