import { Container, Sprite } from 'pixi.js';
import type { RouletteTuning } from '#/client/tuning.ts';
import type { ReelGeometry } from './geometry.ts';
import { needleLean, needleLight } from './needle.ts';
import type { ReelFrame } from './reelFrame.ts';
import { indexAt } from './timeline.ts';
import type { ReelAtlas } from './useReelAtlas.tsx';

/** The needle: a beam with a halo over the strip, and two tips that the tiles push aside. */
export interface NeedleSprites {
  beam: Container;
  tips: Container;
  resize: (geometry: ReelGeometry) => void;
  dress: (atlas: ReelAtlas) => void;
  /** `step` as in `WinnerLight`: the beam goes out while the prize steps forward. */
  draw: (frame: ReelFrame, itemAt: (index: number) => number, step: number) => void;
}

/** Steps that nobody sees, of the light and of a lean of 1: between two of them there is nothing to upload. */
const LIGHT_STEPS = 48;
const LEAN_STEPS = 48;
const stepped = (value: number, steps: number) => Math.round(value * steps) / steps;

export function createNeedle({ needle, spin }: RouletteTuning): NeedleSprites {
  const [halo, line, top, bottom] = [new Sprite(), new Sprite(), new Sprite(), new Sprite()];
  halo.anchor.set(0.5);
  line.anchor.set(0.5, 0);
  // both hang on the frame and point inwards
  top.anchor.set(0.5, 0);
  bottom.anchor.set(0.5, 0);
  bottom.scale.y = -1;
  let atlas: ReelAtlas | null = null;
  let heightPx = 0;
  let litIndex = Number.NaN;
  let lean = Number.NaN;
  let light = Number.NaN;
  let stepShown = Number.NaN;

  return {
    beam: new Container({ children: [halo, line] }),
    tips: new Container({ children: [top, bottom] }),
    resize(geometry) {
      heightPx = geometry.heightPx;
      for (const sprite of [halo, line, top, bottom]) sprite.x = geometry.widthPx / 2;
      halo.y = heightPx / 2;
      bottom.y = heightPx;
    },
    dress(next) {
      atlas = next;
      halo.texture = next.texture('halo');
      line.texture = next.texture('line');
      top.texture = next.texture('tip');
      bottom.texture = next.texture('tip');
      litIndex = Number.NaN;
      const pxPerTexel = heightPx / line.texture.height;
      // its ends would fade out: they lie outside of the reel
      halo.scale.set(pxPerTexel, heightPx / (halo.texture.height - 2));
      line.scale.set(pxPerTexel);
      top.scale.set(pxPerTexel);
      bottom.scale.set(pxPerTexel, -pxPerTexel);
    },
    draw(frame, itemAt, step) {
      const nextLean = stepped(needleLean(needle, spin, frame), LEAN_STEPS);
      const nextLight = stepped(needleLight(needle, frame), LIGHT_STEPS);
      if (nextLean !== lean || nextLight !== light || step !== stepShown) {
        lean = nextLean;
        light = nextLight;
        stepShown = step;
        top.rotation = lean * needle.leanRad * (1 - step);
        bottom.rotation = -top.rotation;
        halo.alpha = light * (1 - step);
        line.alpha = 1 - step;
      }
      const isTense = frame.braked > needle.tensionFrom;
      const index = isTense ? indexAt(spin, frame.positionPx) : -1;
      if (index === litIndex || !atlas) return;
      litIndex = index;
      halo.tint = isTense ? atlas.tint(itemAt(index)) : atlas.lamp;
    },
  };
}
