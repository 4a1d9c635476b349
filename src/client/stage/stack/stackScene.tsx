import { Container, Geometry, GlProgram, Mesh, Shader } from 'pixi.js';
import type { RouletteTuning } from '#/client/platform/theme/tuning.ts';
import { createNeedle } from '#/client/stage/roulette/needleSprites.tsx';
import { tileKey } from '#/client/stage/roulette/reelCells.ts';
import type { ReelFrame } from '#/client/stage/roulette/spin/reelFrame.ts';
import { pitchPx } from '#/client/stage/roulette/spin/timeline.ts';
import type { ReelAtlas } from '#/client/stage/roulette/useReelAtlas.tsx';
import { createWinner } from '#/client/stage/roulette/winnerSprites.tsx';
import type { StackDriver } from './stackDriver.ts';
import {
  createStackPlan,
  rowTopPx,
  type RowLight,
  type StackGeometry,
  type StackUniforms,
} from './stackPlan.ts';
import { stackFragment, stackVertex } from './stackShader.ts';

/** The display objects of a stack of reels. They show the rows at a time with the given sizes and pictures. */
export interface StackScene {
  view: Container;
  resize: (geometry: StackGeometry) => void;
  /** @param count number of items */
  dress: (atlas: ReelAtlas, count: number) => void;
  /** Called when the tiles may have changed. */
  refresh: () => void;
  draw: (nowMs: number) => void;
  destroy: () => void;
}

const CORNERS = [0, 0, 1, 0, 1, 1, 0, 1];
const INDICES = [0, 1, 2, 0, 2, 3];

/** A quad for each tile of each row. Their places never change: the shader reads them from the uniforms. */
function quads(rows: number, tiles: number): Geometry {
  const slots = Array.from(
    { length: rows * tiles },
    (_, at) => [Math.floor(at / tiles), at % tiles] as const,
  );
  return new Geometry({
    attributes: {
      aCorner: { buffer: new Float32Array(slots.flatMap(() => CORNERS)), format: 'float32x2' },
      aSlot: {
        buffer: new Float32Array(
          slots.flatMap(([row, step]) => [row, step, row, step, row, step, row, step]),
        ),
        format: 'float32x2',
      },
    },
    indexBuffer: new Uint32Array(slots.flatMap((_, at) => INDICES.map((index) => index + 4 * at))),
  });
}

/** Creates the mesh of all tiles. Returns it with a function that frees its parts. */
function createTiles(
  uniforms: StackUniforms,
  source: ReturnType<ReelAtlas['texture']>['source'],
  rows: number,
  tiles: number,
): [tiles: Mesh<Geometry, Shader>, free: () => void] {
  const geometry = quads(rows, tiles);
  const shader = new Shader({
    glProgram: GlProgram.from({ vertex: stackVertex, fragment: stackFragment }),
    resources: { stack: uniforms, uAtlas: source },
  });
  const mesh = new Mesh({ geometry, shader });
  const free = () => {
    mesh.destroy();
    shader.destroy();
    geometry.destroy(true);
  };
  return [mesh, free];
}

/** One mesh of all tiles; above it one needle for all rows, and the winner of each row with its light. */
export function createStackScene(tuning: RouletteTuning, driver: StackDriver): StackScene {
  const { spin, edge, stack, landing, afterglowMs } = tuning;
  const pitch = pitchPx(spin);
  const plan = createStackPlan(spin, tuning.blur.spreadPx);
  const needle = createNeedle(tuning);
  const fewerSparks = Object.fromEntries(
    Object.entries(landing).map(([rarity, light]) => [
      rarity,
      { ...light, sparks: Math.round(light.sparks * stack.sparkShare) },
    ]),
  ) as typeof landing;
  const rows = driver.rows.map((reel) => ({
    reel,
    winner: createWinner({ ...tuning, landing: fewerSparks }),
    wonIndex: -1,
    /** Whether the light of the winner has reached its last state. */
    isSettled: false,
    step: 0,
    light: { neighbourAlpha: 1, edgeShare: edge.share } satisfies RowLight,
  }));
  const below = new Container({ children: [needle.beam, ...rows.map(({ winner }) => winner.below)] });
  const above = new Container({ children: [needle.tips, ...rows.map(({ winner }) => winner.above)] });
  const view = new Container({ visible: false, children: [below, above] });
  let geometry: StackGeometry | null = null;
  let atlas: ReelAtlas | null = null;
  let freeTiles = () => {};
  /** Number of items in the atlas. */
  let items = 0;

  const renewTiles = () => {
    if (!geometry || !atlas) return;
    freeTiles();
    const [tiles, free] = createTiles(
      plan.uniforms,
      atlas.texture(tileKey(0)).source,
      rows.length,
      geometry.row.tiles,
    );
    freeTiles = free;
    view.addChildAt(tiles, 0);
    plan.resize(geometry);
    plan.dress(
      Array.from({ length: items }, (_, place) => {
        const { x0, y0, x2, y2 } = (atlas as ReelAtlas).texture(tileKey(place)).uvs;
        return [x0, y0, x2, y2] as const;
      }),
    );
    view.visible = true;
  };

  const forgetWinners = () => {
    for (const row of rows) {
      row.wonIndex = -1;
      row.step = 0;
      row.winner.show(false);
    }
  };

  const win = (row: (typeof rows)[number], frame: ReelFrame, shape: StackGeometry, dressed: ReelAtlas) => {
    const { winner, reel, light } = row;
    if (frame.winnerIndex !== row.wonIndex) {
      row.wonIndex = frame.winnerIndex;
      row.isSettled = false;
      row.step = 0;
      light.neighbourAlpha = 1;
      winner.show(row.wonIndex >= 0);
      if (row.wonIndex >= 0) winner.dress(dressed, reel.itemAt(row.wonIndex), frame);
    }
    if (row.wonIndex >= 0 && !row.isSettled) {
      const { neighbourAlpha, step } = winner.light(Math.min(frame.restedMs, afterglowMs));
      winner.draw(shape.row, (row.wonIndex * pitch - frame.positionPx) * shape.row.scale);
      light.neighbourAlpha = neighbourAlpha;
      row.step = step;
      row.isSettled = frame.restedMs > afterglowMs;
    }
    const braking = edge.share + (edge.brakeShare - edge.share) * frame.braked * frame.braked;
    light.edgeShare = braking + (edge.wonShare - braking) * row.step;
  };

  return {
    view,
    resize(next) {
      const isShown = geometry !== null;
      geometry = next;
      for (const [at, { winner }] of rows.entries()) {
        winner.below.y = rowTopPx(at, next);
        winner.above.y = rowTopPx(at, next);
      }
      needle.resize({ ...next.row, heightPx: next.heightPx });
      forgetWinners();
      if (isShown) renewTiles();
    },
    dress(next, count) {
      atlas = next;
      items = count;
      needle.dress(next);
      forgetWinners();
      renewTiles();
    },
    refresh: plan.refresh,
    draw(nowMs) {
      if (!geometry || !atlas) return;
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at];
        if (!row) continue;
        const frame = row.reel.sample(nowMs);
        win(row, frame, geometry, atlas);
        plan.writeRow(at, frame, row.reel.itemAt, row.light);
        if (at === rows.length - 1) needle.draw(frame, row.reel.itemAt, row.step);
      }
    },
    destroy() {
      for (const { winner } of rows) winner.end();
      freeTiles();
      view.destroy({ children: true });
    },
  };
}
