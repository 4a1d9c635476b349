import { gsap } from 'gsap';
import type { RouletteTuning } from '#/client/platform/theme/tuning.ts';
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
  const riseS = glow.riseMs / 1000;
  const restS = glow.restMs / 1000;
  const ringS = glow.ringMs / 1000;
  const timeline = gsap
    .timeline({ paused: true })
    .to(light, { duration: riseS / 4, ease: 'none', flashAlpha: 1 }, 0)
    .to(light, { duration: riseS * 1.5, ease: 'power2.out', flashAlpha: glow.insideAlpha }, riseS / 4)
    .to(
      light,
      {
        duration: riseS,
        ease: 'power3.out',
        glowAlpha: glow.peakAlpha,
        glowScale: glow.peakScale,
        rimAlpha: 1,
        neighbourAlpha: glow.neighbourAlpha,
      },
      0,
    )
    .to(light, { duration: riseS * 1.4, ease: 'back.out(1.7)', winnerScale: glow.winnerScale }, 0)
    .to(light, { duration: riseS * 1.4, ease: 'power3.inOut', step: 1 }, 0)
    .to(light, { duration: ringS, ease: 'power3.out', ringScale: 1 }, 0)
    .to(light, { duration: riseS / 4, ease: 'none', ringAlpha: 1, jolt: 1, washAlpha: 1 }, 0)
    .to(light, { duration: ringS - riseS / 4, ease: 'power1.out', ringAlpha: 0 }, riseS / 4)
    .to(light, { duration: riseS * 2, ease: 'elastic.out(1, 0.45)', jolt: 0 }, riseS / 4)
    .to(light, { duration: restS, ease: 'power2.out', washAlpha: glow.washRestAlpha }, riseS / 4)
    .to(
      light,
      {
        duration: restS,
        ease: 'power2.inOut',
        glowAlpha: glow.restAlpha,
        glowScale: glow.restScale,
        rimAlpha: 0.75,
      },
      riseS,
    );
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
