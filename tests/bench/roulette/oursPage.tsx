import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import '#/client/platform/theme/tokens.css';
import { scheduleTicks, unlockSound, useSound } from '#/client/platform/media/sound.ts';
import type { TickPlan } from '#/client/platform/media/tickPlan.ts';
import { Roulette, type Clock } from '#/client/stage/index.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { benchItems } from './benchItems.ts';

const query = new URLSearchParams(location.search);
tuning.stage.maxPixelRatio = Number(query.get('resolution'));
const hasSound = query.has('sound');
const notesSteps = query.has('steps');
useSound.getState().setMuted(!hasSound);

/** The real clock, which notes how far from the frame's timestamp a scene draws. */
const clock: Clock = {
  nowMs: () => performance.now(),
  frameMs: (timestampMs) => {
    // the order of callbacks within a frame says nothing: the document knows the time of the frame
    if (notesSteps) window.bench.stepErrorsMs.push(timestampMs - Number(document.timeline.currentTime));
    return timestampMs;
  },
  callAt: (timeMs, call) => {
    const timer = setTimeout(call, timeMs - performance.now());
    return () => clearTimeout(timer);
  },
};

// oxlint-disable-next-line typescript/unbound-method -- called with its own object below
const startSource = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...call) {
  if (call[0]) window.bench.sounded.push(call[0] * 1000);
  startSource.apply(this, call);
};

const noteTicks = (plan: TickPlan) => {
  if (!hasSound) return;
  scheduleTicks(plan);
  setTimeout(() => {
    window.bench.planned = plan.ticksBetween(0, Infinity).map(({ atMs }) => atMs);
  }, 5000);
};

function Page() {
  const [spin, setSpin] = useState<{ id: number } | null>(null);
  const [winnerId, setWinnerId] = useState<number | null>(null);
  useEffect(() => {
    const start = () => {
      setSpin({ id: 1 });
      setTimeout(setWinnerId, 300, 6);
    };
    Object.assign(window.bench, { start });
  }, []);
  return (
    <>
      {hasSound && <button onClick={unlockSound}>sound</button>}
      <Suspense fallback={null}>
        <Roulette
          items={benchItems}
          spin={spin}
          winnerId={winnerId}
          clock={clock}
          onPhase={() => {}}
          onPlan={noteTicks}
          label="bench"
        />
      </Suspense>
    </>
  );
}

const element = document.getElementById('root') as HTMLElement;
let root: Root = createRoot(element);
const mount = () => flushSync(() => root.render(<Page />));
const shown = async () => {
  while (!document.querySelector('[data-renderer=webgl],[data-renderer=canvas]')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 150));
};
window.bench.remount = async (times) => {
  for (let round = 0; round < times; round += 1) {
    root.unmount();
    await new Promise((resolve) => setTimeout(resolve, 30));
    root = createRoot(element);
    mount();
    await shown();
  }
};
mount();
await shown();
