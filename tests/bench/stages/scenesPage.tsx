import { useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import '#/client/platform/theme/tokens.css';
import '#/client/platform/theme/global.css';
import heroStyles from '#/client/areas/landing/Hero.module.css';
import { HeroScene, PromoScene, ServerIndicator } from '#/client/stage/index.ts';
import { manualClock, realClock } from '#/client/stage/host/clock.ts';
import { StreetPicture } from '#/client/platform/media/StreetPicture.tsx';
import { tuning } from '#/client/platform/theme/tuning.ts';

const query = new URLSearchParams(location.search);
const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
tuning.stage.maxPixelRatio = number('resolution') ?? 2;
// however slow this machine is, the scenes stay
tuning.stage.slowFrameMs = Infinity;

/** `at` shows one moment, `x` and `y` a look; `bare` leaves the scenes out. */
const manual = query.has('at') ? manualClock() : null;
const clock = manual ?? realClock;
const gaze = query.has('x') ? { x: number('x') ?? 0, y: number('y') ?? 0 } : undefined;
const isBare = query.has('bare');
const SERVERS = 4;

/** The places of the landing page that have a scene, all in sight at once. */
function Page() {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    window.stages.choose = setIndex;
  }, []);
  return (
    <>
      <div style={{ position: 'relative', height: 48, overflow: 'hidden', background: 'var(--sodium-500)' }}>
        {!isBare && <PromoScene clock={clock} />}
      </div>
      <section
        className={heroStyles.hero}
        style={{ minHeight: innerHeight - 148, marginTop: 0, paddingTop: 0 }}
      >
        <StreetPicture className={heroStyles.picture} />
        {!isBare && <HeroScene className={heroStyles.picture} clock={clock} gaze={gaze} />}
      </section>
      <div style={{ padding: '48px 20px' }}>
        {!isBare && <ServerIndicator index={index} count={SERVERS} clock={clock} />}
      </div>
      <div style={{ height: 3000 }} />
    </>
  );
}

const element = document.getElementById('root') as HTMLElement;
const scenes = isBare ? 0 : 3;
const shown = async () => {
  while (document.querySelectorAll('[data-shown]').length < scenes)
    await new Promise((resolve) => setTimeout(resolve, 20));
};
let root: Root = createRoot(element);
root.render(<Page />);
window.stages.remount = async (times) => {
  for (let round = 0; round < times; round += 1) {
    root.unmount();
    await new Promise((resolve) => setTimeout(resolve, 30));
    root = createRoot(element);
    root.render(<Page />);
    await shown();
  }
};
dispatchEvent(new Event('pointermove'));
await shown();
manual?.seek(number('at') ?? 0);
