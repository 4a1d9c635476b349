import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import RoulettePro from 'react-roulette-pro';
import 'react-roulette-pro/dist/index.css';
import { benchItems } from './benchItems.ts';

const prizes = Array.from({ length: 150 }, (_, at) => {
  const item = benchItems[at % benchItems.length];
  return { id: at, image: item?.imageUrl ?? '', text: item?.name ?? '' };
});

function Page() {
  const [start, setStart] = useState(false);
  window.bench.start = () => setStart(true);
  return (
    <RoulettePro
      type="horizontal"
      prizes={prizes}
      prizeIndex={120}
      start={start}
      spinningTime={6.4}
      options={{ stopInCenter: true, withoutAnimation: false }}
    />
  );
}
createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
