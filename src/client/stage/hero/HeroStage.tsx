import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { tuning as defaultTuning, type HeroTuning } from '#/client/platform/theme/tuning.ts';
import type { AdornedPlace } from '#/client/stage/host/Adornment.tsx';
import type { Clock } from '#/client/stage/host/clock.ts';
import { Painting } from '#/client/stage/host/Painting.tsx';
import { StageHost } from '#/client/stage/host/StageHost.tsx';
import { createGaze, drift, type Point } from './gaze.ts';
import { heroFragment } from './heroFragment.ts';
import { createHeroPlan } from './heroPlan.ts';
import { useStreet, type Street } from './useStreet.tsx';
import { positionShares, views, type ViewName } from './views.ts';

interface HeroStageProps extends AdornedPlace {
  tuning: HeroTuning;
  clock: Clock;
  gaze: Point | undefined;
  startMs: number | undefined;
}

const RENDERERS = ['webgl'] as const;
// the same width as in `StreetPicture`
const TALL = '(max-width: 767px)';
const onView = (call: () => void) => {
  const query = matchMedia(TALL);
  query.addEventListener('change', call);
  return () => query.removeEventListener('change', call);
};
const viewName = () => (matchMedia(TALL).matches ? 'tall' : 'wide');

/** A gaze that follows the pointer, or drifts if there is none. Its times count from `startMs`. */
function usePointerGaze({ gazeMs, drift: driftTuning }: HeroTuning, clock: Clock, startMs: number) {
  const [gaze] = useState(() => ({
    hasPointer: matchMedia('(hover: hover)').matches,
    course: createGaze(gazeMs),
  }));
  useEffect(() => {
    if (!gaze.hasPointer) return undefined;
    const aim: Point = { x: 0, y: 0 };
    const follow = ({ clientX, clientY }: PointerEvent) => {
      aim.x = (clientX / innerWidth) * 2 - 1;
      aim.y = (clientY / innerHeight) * 2 - 1;
      gaze.course.aim(aim, clock.nowMs() - startMs);
    };
    addEventListener('pointermove', follow, { passive: true });
    return () => removeEventListener('pointermove', follow);
  }, [clock, gaze, startMs]);
  return useMemo(
    () => ({
      look: (timeMs: number, into: Point) =>
        gaze.hasPointer ? gaze.course.read(timeMs, into) : drift(driftTuning, timeMs, into),
      // rain and steam never stop, but half of the frames is enough for them
      pulse: {
        isLive: () => true,
        isCalm: (frameMs: number) => gaze.course.isAtRest(clock.frameMs(frameMs) - startMs),
        subscribe: () => () => {},
      },
    }),
    [clock, driftTuning, gaze, startMs],
  );
}

/** The street on a Pixi stage, cropped by the `object-position` of its place. */
function HeroStreet({
  host,
  onShown,
  onUnusable,
  tuning,
  clock,
  gaze,
  startMs: givenStartMs,
  view,
  street,
}: HeroStageProps & { view: ViewName; street: Street }) {
  const [startMs] = useState(() => givenStartMs ?? clock.nowMs());
  const { look: lookAround, pulse } = usePointerGaze(tuning, clock, startMs);
  const [position] = useState(() =>
    positionShares(host.current ? getComputedStyle(host.current).objectPosition : ''),
  );
  const plan = useMemo(() => {
    const look = gaze ? (_: number, into: Point) => Object.assign(into, gaze) : lookAround;
    return createHeroPlan(tuning, views[view], position, look);
  }, [tuning, view, gaze, lookAround, position]);
  // a slow machine gets half of the pixels, and then the flat picture if frames are still too slow
  const [detail, setDetail] = useState(1);
  const density = useCallback(
    (widthPx: number, heightPx: number) => detail * plan.density(widthPx, heightPx),
    [detail, plan],
  );
  const onSlow = useCallback(() => (detail === 1 ? setDetail(0.5) : onUnusable()), [detail, onUnusable]);
  return (
    <StageHost
      pulse={pulse}
      renderers={RENDERERS}
      tuning={defaultTuning.stage}
      density={density}
      onSlow={onSlow}
      onUnusable={onUnusable}
    >
      <Painting
        fragment={heroFragment}
        plan={plan}
        pictures={street}
        clock={clock}
        startMs={startMs}
        onShown={onShown}
      />
    </StageHost>
  );
}

/** Loads and shows the pictures of the view that fits the window. */
export function HeroStage(props: HeroStageProps) {
  const view = useSyncExternalStore(onView, viewName);
  const street = useStreet(view, props.onUnusable);
  return street && <HeroStreet key={view} {...props} view={view} street={street} />;
}
