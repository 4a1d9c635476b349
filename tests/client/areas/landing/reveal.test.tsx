import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { revealRow, revealSteps } from '#/client/areas/landing/state/reveal.ts';

/** Records the elements that rise, in order, with their timing. */
function watchRises() {
  const rises: { name: string | null; delay: unknown; duration: unknown; frames: unknown }[] = [];
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function animate(this: Element, frames, timing) {
    const { delay, duration } = timing as KeyframeAnimationOptions;
    rises.push({ name: this.textContent, delay, duration, frames });
    return {} as Animation;
  });
  return rises;
}

/** Resolves once the element's observers have reported, because the last observer reports last. */
const lookedAt = (element: Element | null | undefined) =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    if (element) observer.observe(element);
  });
const patience = { timeout: 20_000 };

const far = { marginTop: '300vh' };
const items = ['a', 'b', 'c'].map((name) => <p key={name}>{name}</p>);

test('L11 what comes into sight rises 70 px in 600 ms, one thing 200 or 300 ms after the other', async () => {
  const rises = watchRises();
  await render(
    <div style={far}>
      <div ref={revealRow}>{items}</div>
    </div>,
  );
  await vi.waitFor(() => expect(document.querySelectorAll('p')).toHaveLength(3));
  await lookedAt(document.querySelector('p'));
  expect(rises).toEqual([]);
  document.querySelector('p')?.scrollIntoView({ block: 'center' });
  await expect
    .poll(() => rises.map(({ name, delay }) => [name, delay]), patience)
    .toEqual([
      ['a', 0],
      ['b', 200],
      ['c', 400],
    ]);
  expect(rises[0]).toMatchObject({
    duration: 600,
    frames: [{ opacity: 0, transform: 'translateY(70px)' }, { opacity: 1 }],
  });
  await render(
    <div style={far}>
      <div ref={revealSteps}>{items}</div>
    </div>,
  );
  const last = [...document.querySelectorAll('p')].at(-1);
  await lookedAt(last);
  last?.scrollIntoView({ block: 'center' });
  await expect.poll(() => rises.slice(3).map(({ delay }) => delay), patience).toEqual([0, 300, 600]);
});

test('L11 nothing moves where motion is not wanted', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('reduce') }) as MediaQueryList,
  );
  const rises = watchRises();
  const watched = vi.spyOn(IntersectionObserver.prototype, 'observe');
  await render(
    <div style={far}>
      <div ref={revealRow}>{items}</div>
    </div>,
  );
  document.querySelector('p')?.scrollIntoView();
  expect(watched).not.toHaveBeenCalled();
  expect(rises).toEqual([]);
});
