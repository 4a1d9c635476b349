import { gsap } from 'gsap';
import type { RouletteTuning } from '#/client/platform/theme/tuning.ts';

/** Light of the won tile. The timeline of the reveal writes it, and the reel reads it in every frame. */
export interface WinnerLight {
  glowAlpha: number;
  glowScale: number;
  rimAlpha: number;
  winnerScale: number;
  neighbourAlpha: number;
  /** Way of the won tile from its place in the strip, 0, to the middle of the reel, 1. */
  step: number;
  /** Flash over the tile when the light comes on. */
  flashAlpha: number;
  /** Size of the ring that runs outwards: 0 is the tile, 1 its end. */
  ringScale: number;
  ringAlpha: number;
  /** Coloured light on the whole strip. */
  washAlpha: number;
  /** How far the whole picture is enlarged, 0 to 1. */
  jolt: number;
}

function unlit(): WinnerLight {
  return {
    glowAlpha: 0,
    glowScale: 1,
    rimAlpha: 0,
    winnerScale: 1,
    neighbourAlpha: 1,
    step: 0,
    flashAlpha: 0,
    ringScale: 0,
    ringAlpha: 0,
    washAlpha: 0,
    jolt: 0,
  };
}

/** The light of a prize as a function of time. It never plays by itself. */
export interface Reveal {
  light: WinnerLight;
  seek: (timeMs: number) => void;
  end: () => void;
}

/** Creates the light of the winner as a paused timeline; the clock of the stage sets its time. */
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
  // a timeline starts GSAP's own frame loop, which is not needed here
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
