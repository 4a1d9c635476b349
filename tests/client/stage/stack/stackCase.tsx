import { StrictMode, Suspense } from 'react';
import { expect, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { ReelStack, type ReelStackProps, type SpinPhase } from '#/client/stage/index.ts';
import { fast, items } from '../roulette/rouletteCase.tsx';

const tuning = { ...fast, stack: { ...fast.stack, spreadMs: 400, lastMs: 100 } };
/** Ends of five rows. */
export const ends = [0, 0, 1, 3, 5].map((place, row) => ({ winnerId: 100 + place, draw: `e-1:${row}` }));

/** Five reels on a page, with all they reported. */
export async function showStack(given: Partial<ReelStackProps> = {}) {
  const phases: SpinPhase[] = [];
  const landed: number[] = [];
  /** The names on the page whenever they changed. */
  const told: string[][] = [];
  const tree = (props: Partial<ReelStackProps>) => (
    <StrictMode>
      <Suspense fallback={null}>
        <ReelStack
          items={items}
          rows={5}
          spin={null}
          ends={null}
          tuning={tuning}
          onPhase={(phase) => phases.push(phase)}
          onLand={(row) => landed.push(row)}
          label="stack"
          {...given}
          {...props}
        />
      </Suspense>
    </StrictMode>
  );
  const screen = await render(tree({}));
  const host = screen.getByRole('img', { name: 'stack' });
  await expect.element(host).toHaveAttribute('data-renderer');
  const names = () => [...host.element().querySelectorAll('[data-winner] b')].map((name) => name.textContent);
  const watch = new MutationObserver(() => {
    const now = names();
    if (now.length !== (told.at(-1) ?? []).length) told.push(now);
  });
  watch.observe(host.element(), { subtree: true, childList: true });
  onTestFinished(() => watch.disconnect());
  const ended = () => expect.element(host, { timeout: 20_000 }).toHaveAttribute('data-phase', 'finished');
  return {
    phases,
    landed,
    told,
    names,
    host,
    ended,
    update: (props: Partial<ReelStackProps>) => screen.rerender(tree(props)),
    unmount: () => screen.unmount(),
  };
}
