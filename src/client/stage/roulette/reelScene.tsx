import { Container, Sprite } from 'pixi.js';
import type { RouletteTuning } from '#/client/tuning.ts';
import type { ReelGeometry } from './geometry.ts';
import { createNeedle } from './needleSprites.tsx';
import { blurKey, tileKey } from './reelCells.ts';
import type { ReelFrame } from './reelFrame.ts';
import { blurAt } from './speedBlur.ts';
import { pitchPx } from './timeline.ts';
import type { ReelAtlas } from './useReelAtlas.tsx';
import { createWinner } from './winnerSprites.tsx';

/** The display objects of a reel: given sizes, pictures and a frame, they show it. */
export interface ReelScene {
  view: Container;
  resize: (geometry: ReelGeometry) => void;
  dress: (atlas: ReelAtlas) => void;
  /** The tiles may be others than before. */
  refresh: () => void;
  draw: (frame: ReelFrame) => void;
  destroy: () => void;
}

interface Slot {
  sharp: Sprite;
  blurred: Sprite;
  /** The tile that is shown. */
  index: number;
}

/** The dark at the ends closes in by steps that nobody sees, so that most frames have nothing to upload. */
const EDGE_STEP_PX = 3;

/**
 * A ring of tiles that moves as one render group, so that a frame uploads no tile; each tile twice, sharp and
 * blurred, of which the speed shows one or fades between them. Above it the needle and the light of the winner.
 */
export function createReelScene(tuning: RouletteTuning, itemAt: (index: number) => number): ReelScene {
  const { spin, edge } = tuning;
  const pitch = pitchPx(spin);
  const view = new Container({ visible: false });
  const strip = new Container({ isRenderGroup: true });
  const sharpRow = new Container();
  const blurredRow = new Container();
  const edges = [new Sprite(), new Sprite()] as const;
  const needle = createNeedle(tuning);
  const winner = createWinner(tuning);
  strip.addChild(sharpRow, blurredRow);
  view.addChild(strip, ...edges, needle.beam, winner.below, needle.tips, winner.above);

  let ring: Slot[] = [];
  let geometry: ReelGeometry | null = null;
  let atlas: ReelAtlas | null = null;
  let wonIndex = -1;
  /** What was last written: what stays the same is not written again, because every write dirties a transform. */
  let blurred = -1;
  let edgePx = -1;

  const refresh = () => {
    for (const slot of ring) slot.index = Number.NaN;
  };

  const place = (
    { widthPx, heightPx, scale }: ReelGeometry,
    { texture }: ReelAtlas,
    { positionPx, alpha }: ReelFrame,
  ) => {
    const count = ring.length;
    const first = Math.floor((positionPx - widthPx / (2 * scale)) / pitch + 0.5);
    for (let index = first; index < first + count; index += 1) {
      const slot = ring[((index % count) + count) % count];
      if (!slot || slot.index === index) continue;
      slot.index = index;
      const item = itemAt(index);
      slot.sharp.texture = texture(tileKey(item));
      slot.blurred.texture = texture(blurKey(item));
      slot.sharp.x = slot.blurred.x = index * pitch * scale;
      slot.sharp.scale.set((spin.tilePx * scale) / slot.sharp.texture.width);
      slot.blurred.scale.set(
        ((spin.tilePx + tuning.blur.spreadPx) * scale) / slot.blurred.texture.width,
        (spin.tilePx * scale) / slot.blurred.texture.height,
      );
      slot.sharp.visible = true;
    }
    strip.position.set(widthPx / 2 - positionPx * scale, heightPx / 2);
    strip.alpha = alpha;
  };

  const blur = (speed: number) => {
    const share = blurAt(tuning.blur, speed);
    if (share === blurred) return;
    blurred = share;
    blurredRow.visible = share > 0;
    sharpRow.visible = share < 1;
    blurredRow.alpha = share;
    // under a blurred tile the sharp one shows only at its border
    sharpRow.alpha = 1 - share ** 3;
  };

  // the ends of a stretched picture fade out: they lie outside of the reel
  const darken = ({ widthPx, heightPx }: ReelGeometry, braked: number, step: number) => {
    const braking = edge.share + (edge.brakeShare - edge.share) * braked * braked;
    const share = braking + (edge.wonShare - braking) * step;
    const reachPx = Math.round((share * widthPx) / EDGE_STEP_PX) * EDGE_STEP_PX;
    if (reachPx === edgePx) return;
    edgePx = reachPx;
    const [left, right] = edges;
    const { width, height } = left.texture;
    left.scale.set(reachPx / width, heightPx / (height - 2));
    right.scale.set(-reachPx / width, heightPx / (height - 2));
  };

  const win = (shape: ReelGeometry, dressed: ReelAtlas, frame: ReelFrame): number => {
    if (frame.winnerIndex !== wonIndex) {
      wonIndex = frame.winnerIndex;
      blurred = -1;
      blur(frame.speed);
      refresh();
      place(shape, dressed, frame);
      winner.show(wonIndex >= 0);
      if (wonIndex >= 0) {
        winner.dress(dressed, itemAt(wonIndex), frame);
        for (const slot of ring) slot.sharp.visible = slot.index !== wonIndex;
      }
    }
    if (wonIndex < 0) return 0;
    const light = winner.light(frame.restedMs);
    winner.draw(shape, (wonIndex * pitch - frame.positionPx) * shape.scale);
    sharpRow.alpha = light.neighbourAlpha;
    return light.step;
  };

  return {
    view,
    resize(next) {
      geometry = next;
      while (ring.length > next.tiles) {
        const slot = ring.pop();
        slot?.sharp.destroy();
        slot?.blurred.destroy();
      }
      while (ring.length < next.tiles) {
        const slot = { sharp: new Sprite(), blurred: new Sprite(), index: Number.NaN };
        slot.sharp.anchor.set(0.5);
        slot.blurred.anchor.set(0.5);
        sharpRow.addChild(slot.sharp);
        blurredRow.addChild(slot.blurred);
        ring.push(slot);
      }
      for (const side of edges) side.anchor.set(0.01, 0.5);
      edges[0].position.set(0, next.heightPx / 2);
      edges[1].position.set(next.widthPx, next.heightPx / 2);
      needle.resize(next);
      wonIndex = -1;
      edgePx = -1;
      refresh();
    },
    dress(next) {
      atlas = next;
      for (const side of edges) side.texture = next.texture('edge');
      needle.dress(next);
      wonIndex = -1;
      blurred = -1;
      edgePx = -1;
      refresh();
      view.visible = true;
    },
    refresh,
    draw(frame) {
      if (!geometry || !atlas) return;
      place(geometry, atlas, frame);
      blur(frame.speed);
      const step = win(geometry, atlas, frame);
      darken(geometry, frame.braked, step);
      needle.draw(frame, itemAt, step);
    },
    destroy() {
      winner.end();
      view.destroy({ children: true });
      ring = [];
    },
  };
}
