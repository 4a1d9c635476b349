import { Container, Sprite } from 'pixi.js';
import type { RouletteTuning } from '#/client/tuning.ts';
import type { ReelGeometry } from './geometry.ts';
import { GLOW_CORE } from './lightArt.ts';
import { tileKey } from './reelCells.ts';
import { createReveal } from './reveal.tsx';
import { newSparks, sparkAt, type Spark, type SparkState } from './sparks.ts';
import type { ReelFrame } from './reelFrame.ts';
import type { ReelAtlas } from './useReelAtlas.tsx';
import type { LandingTuning, WinnerLight } from './winnerLight.ts';

/** The won tile and its light. It steps out of the strip to the middle of the reel; the strip stays. */
export interface WinnerSprites {
  below: Container;
  /** What adds its light to everything under it. */
  above: Container;
  show: (isWon: boolean) => void;
  /** The item by its place in the list; without a prize the strip only stops there (R4). */
  dress: (atlas: ReelAtlas, place: number, frame: ReelFrame) => void;
  /** The light at a time after the strip came to rest. */
  light: (restedMs: number) => WinnerLight;
  /** Draws that light; `awayPx` is how far from the middle of the reel the tile stopped, on the screen. */
  draw: (geometry: ReelGeometry, awayPx: number) => void;
  end: () => void;
}

/** No prize, no celebration. */
const UNWON: LandingTuning = { strength: 0, rays: 0, sparks: 0 };
/** Room that the won tile leaves at the frame of the reel, px. */
const FRAME_PX = 8;
const RAYS_TILES = 4.2;
const RAYS_RAD_PER_MS = 0.00011;

export function createWinner({ glow: tuning, landing, spin }: RouletteTuning): WinnerSprites {
  const [glow, rays, tile, rim, flash] = Array.from({ length: 5 }, () => new Sprite({ anchor: 0.5 })) as [
    Sprite,
    Sprite,
    Sprite,
    Sprite,
    Sprite,
  ];
  const mostSparks = Math.max(...Object.values(landing).map(({ sparks }) => sparks));
  let sparks: Spark[] = [];
  const sparkSprites = Array.from({ length: mostSparks }, () => new Sprite({ anchor: 0.5, visible: false }));
  const spark: SparkState = { x: 0, y: 0, alpha: 0 };
  const reveal = createReveal(tuning);
  const below = new Container({ visible: false, children: [glow, rays, tile] });
  const above = new Container({ visible: false, children: [rim, flash, ...sparkSprites] });
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
    dress(atlas, place, { isPrize, seed }) {
      sparks = newSparks(mostSparks, seed);
      power = isPrize ? landing[atlas.rarity(place)] : UNWON;
      const tint = atlas.tint(place);
      tile.texture = atlas.texture(tileKey(place));
      for (const [sprite, key] of [
        [glow, 'glow'],
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
    draw({ widthPx, heightPx, scale }, awayPx) {
      const { light } = reveal;
      const tilePx = spin.tilePx * scale;
      const grown = Math.min(light.winnerScale, (heightPx - 2 * FRAME_PX) / tilePx) * tilePx;
      const x = widthPx / 2 + awayPx * (1 - light.step);
      const y = heightPx / 2;
      for (const sprite of [glow, rays, tile, rim, flash]) sprite.position.set(x, y);
      tile.scale.set(grown / tile.texture.width);
      rim.scale.set(grown / rim.texture.width);
      rim.alpha = light.rimAlpha * power.strength;
      flash.scale.set(grown / flash.texture.width);
      flash.alpha = light.flashAlpha * power.strength;
      glow.scale.set(((tilePx / GLOW_CORE) * light.glowScale) / glow.texture.width);
      glow.alpha = light.glowAlpha * power.strength;
      rays.visible = power.rays > 0;
      rays.scale.set((RAYS_TILES * tilePx) / rays.texture.width);
      rays.rotation = restedMs * RAYS_RAD_PER_MS;
      rays.alpha = light.glowAlpha * power.rays;
      fly(x, y, scale);
    },
    end: reveal.end,
  };
}
