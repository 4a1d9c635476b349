import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import roulettePro from 'react-roulette-pro';
import 'react-roulette-pro/dist/index.css';
import { benchItems } from './benchItems.ts';

const prizes = Array.from({ length: 150 }, (_, at) => {
  const item = benchItems[at % benchItems.length];
  return { id: at, image: item?.imageUrl ?? '', text: item?.name ?? '' };
});

// the package is CommonJS, whose default export a bundler wraps once more
const RoulettePro = (roulettePro as unknown as { default?: typeof roulettePro }).default ?? roulettePro;

const reels = Array.from(
  { length: Number(new URLSearchParams(location.search).get('reels') ?? 1) },
  (_, at) => at,
);

function Page() {
  const [start, setStart] = useState(false);
  useEffect(() => {
    Object.assign(window.bench, { start: () => setStart(true) });
  }, []);
  return reels.map((reel) => (
    <RoulettePro
      key={reel}
      type="horizontal"
      prizes={prizes}
      prizeIndex={120}
      start={start}
      spinningTime={6.4}
      options={{ stopInCenter: true, withoutAnimation: false }}
    />
  ));
}
createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
