import { gsap } from 'gsap';
import type { RouletteTuning } from '#/client/tuning.ts';
import { unlit, type WinnerLight } from './winnerLight.ts';

/** A reveal that shows the moment it is asked for, and never plays by itself. */
export interface Reveal {
  light: WinnerLight;
  seek: (timeMs: number) => void;
  end: () => void;
}

/** The light of the winner as a paused timeline, which the stage clock scrubs. */
export function createReveal(glow: RouletteTuning['glow']): Reveal {
  const light = unlit();
  const rise = { duration: glow.riseMs / 1000, ease: 'power3.out' };
  const rest = { duration: glow.restMs / 1000, ease: 'power2.inOut' };
  const timeline = gsap
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
  // a timeline wakes a frame loop of its own, which has nothing to do here
  gsap.ticker.sleep();
  return {
    light,
    seek(timeMs) {
      timeline.time(timeMs / 1000, true);
      gsap.ticker.sleep();
    },
    end: () => void timeline.kill(),
  };
}
