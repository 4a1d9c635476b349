import { Container, Sprite } from 'pixi.js';
import type { RouletteTuning } from '#/client/platform/theme/tuning.ts';
import type { ReelGeometry } from './geometry.ts';
import { GLOW_CORE } from './lightArt.ts';
import { tileKey } from './reelCells.ts';
import { createReveal, type WinnerLight } from './reveal.tsx';
import { newSparks, sparkAt, type Spark, type SparkState } from './sparks.ts';
import type { ReelFrame } from './spin/reelFrame.ts';
import type { ReelAtlas } from './useReelAtlas.tsx';

/** Light of a prize of one rarity when the strip lands on it (R3). */
interface LandingTuning {
  /** Strength of the glow, 0 to 1. */
  strength: number;
  /** Strength of the shafts of light behind the prize, 0 to 1. */
  rays: number;
  sparks: number;
  /** Strength of the ring, of the coloured light on the whole strip and of the jolt, each 0 to 1. */
  shock: number;
  wash: number;
  jolt: number;
}

/** The won tile and its light. It steps out of the strip to the middle of the reel; the strip stays. */
export interface WinnerSprites {
  below: Container;
  /** Light that is added to everything below it. */
  above: Container;
  show: (isWon: boolean) => void;
  /** Sets the item by its place in the list; without a prize it gets no light (R4). */
  dress: (atlas: ReelAtlas, place: number, frame: ReelFrame) => void;
  /** Sets the time since the strip came to rest, and returns the light at that time. */
  light: (restedMs: number) => WinnerLight;
  /**
   * Draws that light. Returns the scale of the whole picture, above 1 during the jolt of a rare prize.
   * @param awayPx distance on the screen between the middle of the reel and the place where the tile stopped
   */
  draw: (geometry: ReelGeometry, awayPx: number) => number;
  end: () => void;
}

/** A failed opening lands without light. */
const UNWON: LandingTuning = { strength: 0, rays: 0, sparks: 0, shock: 0, wash: 0, jolt: 0 };
/** With reduced motion light only fades, and nothing flies or shakes (R6). */
const CALM = { sparks: 0, shock: 0, jolt: 0 };
/** Distance that the won tile keeps from the frame of the reel, as a share of the room above the tiles. */
const FRAME_SHARE = 1 / 3;
const RAYS_TILES = 4.2;
const RING_TILES = 5.2;
/** Size of the light on the strip, in widths and heights of the reel. */
const WASH_WIDTHS = 1.1;
const WASH_HEIGHTS = 2.6;
const RAYS_RAD_PER_MS = 0.00011;

export function createWinner({ glow: tuning, landing, spin }: RouletteTuning): WinnerSprites {
  const [wash, glow, rays, tile, ring, rim, flash] = Array.from(
    { length: 7 },
    () => new Sprite({ anchor: 0.5 }),
  ) as [Sprite, Sprite, Sprite, Sprite, Sprite, Sprite, Sprite];
  const lights = [wash, glow, rays, tile, ring, rim, flash];
  const mostSparks = Math.max(...Object.values(landing).map(({ sparks }) => sparks));
  let sparks: Spark[] = [];
  const sparkSprites = Array.from({ length: mostSparks }, () => new Sprite({ anchor: 0.5, visible: false }));
  const spark: SparkState = { x: 0, y: 0, alpha: 0 };
  const reveal = createReveal(tuning);
  const below = new Container({ visible: false, children: [wash, glow, rays, tile] });
  const above = new Container({ visible: false, children: [ring, rim, flash, ...sparkSprites] });
  above.blendMode = 'add';
  let power = UNWON;
  let restedMs = 0;

  const fly = (x: number, y: number, scale: number) => {
    for (const [at, sprite] of sparkSprites.entries()) {
      const flying = sparks[at];
      sprite.visible = at < power.sparks && flying !== undefined;
      if (!flying || !sprite.visible) continue;
      sparkAt(flying, restedMs, spark);
      sprite.visible = spark.alpha > 0;
      sprite.alpha = spark.alpha;
      sprite.position.set(x + spark.x * scale, y + spark.y * scale);
      sprite.scale.set((flying.sizePx * scale) / sprite.texture.width);
    }
  };

  return {
    below,
    above,
    show(isWon) {
      below.visible = isWon;
      above.visible = isWon;
    },
    dress(atlas, place, { isPrize, isCalm, seed }) {
      sparks = newSparks(mostSparks, seed);
      power = isPrize ? { ...landing[atlas.rarity(place)], ...(isCalm && CALM) } : UNWON;
      const tint = atlas.tint(place);
      tile.texture = atlas.texture(tileKey(place));
      for (const [sprite, key] of [
        [wash, 'spark'],
        [glow, 'glow'],
        [ring, 'ring'],
        [rays, 'rays'],
        [rim, 'rim'],
        [flash, 'flash'],
        ...sparkSprites.map((sprite) => [sprite, 'spark'] as const),
      ] as const) {
        sprite.texture = atlas.texture(key);
        sprite.tint = tint;
      }
    },
    light(atMs) {
      restedMs = atMs;
      reveal.seek(atMs);
      return reveal.light;
    },
    draw({ widthPx, heightPx, scale, marginPx }, awayPx) {
      const { light } = reveal;
      const tilePx = spin.tilePx * scale;
      const grown = Math.min(light.winnerScale, (heightPx - 2 * FRAME_SHARE * marginPx) / tilePx) * tilePx;
      const x = widthPx / 2 + awayPx * (1 - light.step);
      const y = heightPx / 2;
      for (const sprite of lights) sprite.position.set(x, y);
      tile.scale.set(grown / tile.texture.width);
      rim.scale.set(grown / rim.texture.width);
      rim.alpha = light.rimAlpha * power.strength;
      flash.scale.set(grown / flash.texture.width);
      flash.alpha = light.flashAlpha * power.strength;
      glow.scale.set(((tilePx / GLOW_CORE) * light.glowScale) / glow.texture.width);
      glow.alpha = light.glowAlpha * power.strength;
      wash.visible = power.wash > 0;
      wash.scale.set(
        (WASH_WIDTHS * widthPx) / wash.texture.width,
        (WASH_HEIGHTS * heightPx) / wash.texture.height,
      );
      wash.alpha = light.washAlpha * power.wash;
      ring.visible = power.shock > 0 && light.ringAlpha > 0;
      ring.scale.set(((1 + (RING_TILES - 1) * light.ringScale) * tilePx) / ring.texture.width);
      ring.alpha = light.ringAlpha * power.shock;
      rays.visible = power.rays > 0;
      rays.scale.set((RAYS_TILES * tilePx) / rays.texture.width);
      rays.rotation = restedMs * RAYS_RAD_PER_MS;
      rays.alpha = light.glowAlpha * power.rays;
      fly(x, y, scale);
      return 1 + tuning.joltScale * light.jolt * power.jolt;
    },
    end: reveal.end,
  };
}
