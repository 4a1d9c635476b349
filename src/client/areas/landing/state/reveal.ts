import { tuning } from '#/client/platform/theme/tuning.ts';

const RISE_EASING = 'cubic-bezier(0.16, 1, 0.3, 1)';

/** Caught a little below the edge of the screen, so that nothing is seen before it rises. */
const AHEAD = '0px 0px 40px 0px';

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lets elements rise into their places, one `intervalMs` after the other. Only what is seen: nothing is laid out anew. */
function rise(elements: readonly Element[], intervalMs: number): void {
  const { durationMs, risePx } = tuning.dom.reveal;
  for (const [index, element] of elements.entries())
    element.animate(
      [
        { opacity: 0, transform: `translateY(${risePx}px)` },
        { opacity: 1, transform: 'none' },
      ],
      { duration: durationMs, delay: index * intervalMs, easing: RISE_EASING, fill: 'backwards' },
    );
}

/**
 * As the `ref` of an element: its children rise when they come into sight for the first time, those that come
 * together one after the other (L11). What is in sight already stays as it is, and without a script, or where motion
 * is not wanted, everything is simply there.
 */
const revealEach = (intervalMs: number) => (parent: HTMLElement | null) => {
  if (!parent || isCalm()) return undefined;
  let isFirstLook = true;
  const sight = new IntersectionObserver(
    (entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
      for (const element of seen) sight.unobserve(element);
      if (!isFirstLook) rise(seen, intervalMs);
      isFirstLook = false;
    },
    { rootMargin: AHEAD },
  );
  for (const child of parent.children) sight.observe(child);
  return () => sight.disconnect();
};

/** For rows of small things. */
export const revealRow = revealEach(tuning.dom.reveal.intervalMs);
/** For steps that are read one by one. */
export const revealSteps = revealEach(tuning.dom.reveal.stepIntervalMs);
