import { prefersNoMotion } from '#/client/platform/theme/motion.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';

const RISE_EASING = 'cubic-bezier(0.16, 1, 0.3, 1)';

/** Observes a little below the edge of the screen, so that nothing is visible before it rises. */
const AHEAD = '0px 0px 40px 0px';

/** Animates elements into their places, each `intervalMs` after the one before. It does not change the layout. */
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
 * A `ref` that animates the children of an element when they first scroll into view, one after another (L11).
 * Children that are visible at the start stay as they are. Without scripts or with reduced motion nothing is
 * animated.
 */
const revealEach = (intervalMs: number) => (parent: HTMLElement | null) => {
  if (!parent || prefersNoMotion()) return undefined;
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

/** Interval for rows of small elements. */
export const revealRow = revealEach(tuning.dom.reveal.intervalMs);
/** Interval for steps that are read one by one. */
export const revealSteps = revealEach(tuning.dom.reveal.stepIntervalMs);
