import { Container, Sprite, type Texture } from 'pixi.js';
import type { RouletteTuning } from '#/client/platform/theme/tuning.ts';
import type { ReelGeometry } from './geometry.ts';
import { needleLeans, needleLights, needleSteps } from './needle.ts';
import { haloKey, tipKey } from './reelCells.ts';
import type { ReelFrame } from './spin/reelFrame.ts';
import { indexAt } from './spin/timeline.ts';
import type { ReelAtlas } from './useReelAtlas.tsx';

/** The needle: a beam with a halo over the strip, and two tips that passing tiles push aside. */
export interface NeedleSprites {
  beam: Container;
  tips: Container;
  resize: (geometry: ReelGeometry) => void;
  dress: (atlas: ReelAtlas) => void;
  /** @param step as in `WinnerLight`: the beam fades while the prize steps forward */
  draw: (frame: ReelFrame, itemAt: (index: number) => number, step: number) => void;
}

const UPRIGHT = needleLeans.findIndex(({ value }) => value === 0);

export function createNeedle({ needle, spin }: RouletteTuning): NeedleSprites {
  const [halo, line, top, bottom] = [new Sprite(), new Sprite(), new Sprite(), new Sprite()];
  halo.anchor.set(0.5);
  line.anchor.set(0.5, 0);
  // both tips are fixed to the frame and point inwards
  top.anchor.set(0.5, 0);
  bottom.anchor.set(0.5, 0);
  bottom.scale.y = -1;
  const steps = needleSteps(needle, spin);
  let atlas: ReelAtlas | null = null;
  let leant: Texture[] = [];
  let lit: Texture[] = [];
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
      leant = needleLeans.map(({ step }) => next.texture(tipKey(step)));
      lit = needleLights(needle).map(({ step }) => next.texture(haloKey(step)));
      lean = Number.NaN;
      light = Number.NaN;
      halo.texture = next.texture(haloKey(0));
      line.texture = next.texture('line');
      top.texture = bottom.texture = next.texture(tipKey(0));
      litIndex = Number.NaN;
      const pxPerTexel = heightPx / line.texture.height;
      // the ends of the halo fade out, so they lie outside of the reel
      halo.scale.set(pxPerTexel, heightPx / (halo.texture.height - 2));
      line.scale.set(pxPerTexel);
      top.scale.set(pxPerTexel);
      bottom.scale.set(pxPerTexel, -pxPerTexel);
    },
    draw(frame, itemAt, step) {
      if (step !== stepShown) {
        stepShown = step;
        halo.alpha = line.alpha = 1 - step;
      }
      const pushed = steps.lean(frame);
      const nextLean = step > 0 ? UPRIGHT + Math.round((pushed - UPRIGHT) * (1 - step)) : pushed;
      if (nextLean !== lean) {
        lean = nextLean;
        top.texture = bottom.texture = leant[lean] ?? top.texture;
      }
      const nextLight = steps.light(frame);
      if (nextLight !== light) {
        light = nextLight;
        halo.texture = lit[light] ?? halo.texture;
      }
      const isTense = frame.braked > needle.tensionFrom;
      const index = isTense ? indexAt(spin, frame.positionPx) : -1;
      if (index === litIndex || !atlas) return;
      litIndex = index;
      halo.tint = isTense ? atlas.tint(itemAt(index)) : atlas.lamp;
    },
  };
}
