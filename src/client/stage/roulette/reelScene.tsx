import { Container, Sprite, type Texture } from 'pixi.js';
import type { RouletteTuning } from '#/client/platform/theme/tuning.ts';
import type { ReelGeometry } from './geometry.ts';
import { createNeedle } from './needleSprites.tsx';
import { tileKey } from './reelCells.ts';
import type { ReelFrame } from './spin/reelFrame.ts';
import { blurAt, blurLevel, BLURS } from './speedBlur.ts';
import { pitchPx } from './spin/timeline.ts';
import type { ReelAtlas } from './useReelAtlas.tsx';
import { createWinner } from './winnerSprites.tsx';

/** The display objects of a reel. They show a frame with the given sizes and pictures. */
export interface ReelScene {
  view: Container;
  resize: (geometry: ReelGeometry) => void;
  dress: (atlas: ReelAtlas) => void;
  /** Called when the tiles may have changed. */
  refresh: () => void;
  draw: (frame: ReelFrame) => void;
  destroy: () => void;
}

interface Slot {
  lower: Sprite;
  upper: Sprite;
  /** Index of the tile that is shown. */
  index: number;
}

/** Steps in which the shade at the ends widens: too fine to be visible, so that most frames upload nothing. */
const EDGE_STEPS = 48;

/**
 * A ring of tiles that moves as one render group, so that a frame uploads no tile. Each tile has two sprites, one blur
 * below the next; the speed decides which is visible. Above the tiles are the needle and the light of the winner.
 */
export function createReelScene(tuning: RouletteTuning, itemAt: (index: number) => number): ReelScene {
  const { spin, edge } = tuning;
  const pitch = pitchPx(spin);
  const view = new Container({ visible: false });
  const strip = new Container({ isRenderGroup: true });
  const lowerRow = new Container();
  const upperRow = new Container();
  const edges = [new Sprite(), new Sprite()] as const;
  const needle = createNeedle(tuning);
  const winner = createWinner(tuning);
  strip.addChild(lowerRow, upperRow);
  // the strip only slides. Pixi's own method also computes rotation and scale, which allocates until it is optimised
  strip.updateLocalTransform = () => {
    strip.localTransform.tx = strip.x;
    strip.localTransform.ty = strip.y;
  };
  view.addChild(strip, ...edges, needle.beam, winner.below, needle.tips, winner.above);

  let ring: Slot[] = [];
  let geometry: ReelGeometry | null = null;
  let atlas: ReelAtlas | null = null;
  let wonIndex = -1;
  /** Index of the first tile that is shown. */
  let firstIndex = Number.NaN;
  /** The values last written. Equal values are not written again, because every write makes a transform dirty. */
  let blurShown = -1;
  let levelShown = 0;
  let speedShown = -1;
  let closingShown = -1;
  let stepShown = -1;

  const refresh = () => {
    firstIndex = Number.NaN;
    for (const slot of ring) slot.index = Number.NaN;
  };

  const wear = (sprite: Sprite, texture: Texture, level: number, scale: number) => {
    sprite.texture = texture;
    const widthPx = spin.tilePx + tuning.blur.spreadPx * (BLURS[level] ?? 0);
    sprite.scale.set((widthPx * scale) / texture.width, (spin.tilePx * scale) / texture.height);
  };

  const showTiles = (first: number, { scale }: ReelGeometry, { texture }: ReelAtlas) => {
    firstIndex = first;
    const count = ring.length;
    for (let index = first; index < first + count; index += 1) {
      const slot = ring[((index % count) + count) % count];
      if (!slot || slot.index === index) continue;
      slot.index = index;
      const item = itemAt(index);
      wear(slot.lower, texture(tileKey(item, levelShown)), levelShown, scale);
      wear(slot.upper, texture(tileKey(item, levelShown + 1)), levelShown + 1, scale);
      slot.lower.x = slot.upper.x = index * pitch * scale;
      slot.lower.visible = true;
    }
  };

  const place = (shape: ReelGeometry, dressed: ReelAtlas, { positionPx, alpha }: ReelFrame) => {
    const leftPx = shape.widthPx / 2 - positionPx * shape.scale;
    const first = Math.floor(-leftPx / (pitch * shape.scale) + 0.5);
    if (first !== firstIndex) showTiles(first, shape, dressed);
    strip.x = leftPx;
    strip.alpha = alpha;
  };

  const blur = (speed: number) => {
    if (speed === speedShown) return;
    speedShown = speed;
    const now = blurAt(tuning.blur, speed);
    if (now === blurShown) return;
    blurShown = now;
    const level = blurLevel(now);
    if (level !== levelShown) {
      levelShown = level;
      refresh();
    }
    const share = now - level;
    upperRow.visible = share > 0;
    lowerRow.visible = share < 1;
    upperRow.alpha = share;
    // the lower tile is visible only at the border of the blurred one
    lowerRow.alpha = 1 - share ** 3;
  };

  // the stretched picture fades out at its ends, so they lie outside of the reel
  const darken = ({ widthPx, heightPx }: ReelGeometry, braked: number, step: number) => {
    const closing = Math.round(braked * braked * EDGE_STEPS);
    if (closing === closingShown && step === stepShown) return;
    closingShown = closing;
    stepShown = step;
    const braking = edge.share + ((edge.brakeShare - edge.share) * closing) / EDGE_STEPS;
    const reachPx = (braking + (edge.wonShare - braking) * step) * widthPx;
    const [left, right] = edges;
    const { width, height } = left.texture;
    left.scale.set(reachPx / width, heightPx / (height - 2));
    right.scale.set(-reachPx / width, heightPx / (height - 2));
  };

  const win = (shape: ReelGeometry, dressed: ReelAtlas, frame: ReelFrame): number => {
    if (frame.winnerIndex !== wonIndex) {
      wonIndex = frame.winnerIndex;
      blurShown = speedShown = -1;
      blur(frame.speed);
      refresh();
      place(shape, dressed, frame);
      winner.show(wonIndex >= 0);
      view.scale.set(1);
      if (wonIndex >= 0) {
        winner.dress(dressed, itemAt(wonIndex), frame);
        for (const slot of ring) slot.lower.visible = slot.index !== wonIndex;
      }
    }
    if (wonIndex < 0) return 0;
    const light = winner.light(frame.restedMs);
    view.scale.set(winner.draw(shape, (wonIndex * pitch - frame.positionPx) * shape.scale));
    lowerRow.alpha = light.neighbourAlpha;
    return light.step;
  };

  return {
    view,
    resize(next) {
      geometry = next;
      while (ring.length > next.tiles) {
        const slot = ring.pop();
        slot?.lower.destroy();
        slot?.upper.destroy();
      }
      while (ring.length < next.tiles) {
        const slot = { lower: new Sprite(), upper: new Sprite(), index: Number.NaN };
        slot.lower.anchor.set(0.5);
        slot.upper.anchor.set(0.5);
        lowerRow.addChild(slot.lower);
        upperRow.addChild(slot.upper);
        ring.push(slot);
      }
      for (const side of edges) side.anchor.set(0.01, 0.5);
      edges[0].position.set(0, next.heightPx / 2);
      edges[1].position.set(next.widthPx, next.heightPx / 2);
      strip.y = next.heightPx / 2;
      needle.resize(next);
      // the jolt of a rare prize scales the picture from its middle
      view.pivot.set(next.widthPx / 2, next.heightPx / 2);
      view.position.copyFrom(view.pivot);
      wonIndex = -1;
      closingShown = -1;
      refresh();
    },
    dress(next) {
      atlas = next;
      for (const side of edges) side.texture = next.texture('edge');
      needle.dress(next);
      wonIndex = -1;
      blurShown = speedShown = -1;
      closingShown = -1;
      refresh();
      view.visible = true;
    },
    refresh,
    draw(frame) {
      if (!geometry || !atlas) return;
      blur(frame.speed);
      place(geometry, atlas, frame);
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
