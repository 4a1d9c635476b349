import { Container, Sprite } from 'pixi.js';
import type { RouletteTuning } from '#/client/tuning.ts';
import type { ReelGeometry } from './geometry.ts';
import { needleLean, needleLight } from './needle.ts';
import type { ReelFrame } from './spinDriver.ts';
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
      const lean = needleLean(needle, spin, frame) * needle.leanRad * (1 - step);
      top.rotation = lean;
      bottom.rotation = -lean;
      halo.alpha = needleLight(needle, frame) * (1 - step);
      line.alpha = 1 - step;
      const isTense = frame.braked > needle.tensionFrom;
      const index = isTense ? indexAt(spin, frame.positionPx) : -1;
      if (index === litIndex || !atlas) return;
      litIndex = index;
      halo.tint = isTense ? atlas.tint(itemAt(index)) : atlas.lamp;
    },
  };
}
