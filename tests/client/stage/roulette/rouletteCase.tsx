import { StrictMode, Suspense } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Roulette, type RouletteItem, type RouletteProps, type SpinPhase } from '#/client/stage/index.ts';
import { tuning, type RouletteTuning } from '#/client/platform/theme/tuning.ts';
import { RARITIES } from '#/contract/cases.ts';

/** The real motion, about eight times as fast. */
export const fast: RouletteTuning = {
  ...tuning.roulette,
  spin: {
    ...tuning.roulette.spin,
    topSpeedPxPerMs: 12,
    accelerateMs: 100,
    minSpinMs: 250,
    decelerateMs: 500,
    finalMs: 60,
  },
  stillSpin: { ...tuning.roulette.stillSpin, decelerateMs: 100, finalMs: 30 },
  skip: { fadeMs: 80, finalMs: 30 },
  afterglowMs: 100,
};

const itemsWith = (ticketsAt: (at: number) => number): readonly RouletteItem[] =>
  RARITIES.map((color, at) => ({
    id: 100 + at,
    name: `Prize ${at}`,
    imageUrl: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4" cx="4" cy="4"/></svg>')}`,
    color,
    tickets: ticketsAt(at),
    rarityLabel: color,
  }));

export const items = itemsWith(() => 100_000);

/** The same items, of which almost every tile is the first. */
export const otherOdds = itemsWith((at) => (at === 0 ? 900_000 : 20_000));

/** A roulette on a page, with all phases it reported. */
export async function showRoulette(given: Partial<RouletteProps> = {}, widthPx = 900) {
  const phases: SpinPhase[] = [];
  const tree = (props: Partial<RouletteProps>, width: number) => (
    <StrictMode>
      <div style={{ width }}>
        <Suspense fallback={null}>
          <Roulette
            items={items}
            spin={null}
            winnerId={null}
            tuning={fast}
            onPhase={(phase) => phases.push(phase)}
            label="roulette"
            {...given}
            {...props}
          />
        </Suspense>
      </div>
    </StrictMode>
  );
  const screen = await render(tree({}, widthPx));
  const host = screen.getByRole('img', { name: 'roulette' });
  return {
    phases,
    host,
    update: (props: Partial<RouletteProps>, width = widthPx) => screen.rerender(tree(props, width)),
    unmount: () => screen.unmount(),
    ready: () =>
      expect.element(host).toHaveAttribute('data-renderer', expect.stringMatching(/webgl|canvas|dom/)),
    phase: (phase: SpinPhase) => expect.element(host).toHaveAttribute('data-phase', phase),
  };
}

/** A browser whose canvases cannot be drawn, so that the tiles are elements. */
export function withoutCanvas(): void {
  const canvas = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  onTestFinished(() => canvas.mockRestore());
}

/** The names on the tiles under `host`, row by row from left to right. */
export function tileNames(host: Element): string[] {
  const faces = [...host.querySelectorAll('[data-rarity]:not([hidden], [data-winner])')];
  const places = faces.map((face) => ({ name: face.textContent, box: face.getBoundingClientRect() }));
  const inOrder = places.toSorted((a, b) => Math.round(a.box.top - b.box.top) || a.box.left - b.box.left);
  return inOrder.map(({ name }) => name);
}

export const SPIN_IN_ORDER: readonly SpinPhase[] = [
  'accelerating',
  'constant',
  'decelerating',
  'final',
  'finished',
];
