import '../../support/components/pageConfigElement.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import '#/client/platform/theme/tokens.css';
import '#/client/platform/theme/global.css';
import { SeveralResults } from '#/client/areas/cases/results/SeveralResults.tsx';
import { useSound } from '#/client/platform/media/sound.ts';
import { ReelStack, Roulette } from '#/client/stage/index.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { RARITIES, type DrawnCoupon } from '#/contract/cases.ts';
import cases from '../../../locales/en/cases.json';
import { benchItems } from './benchItems.ts';

const query = new URLSearchParams(location.search);
tuning.stage.maxPixelRatio = Number(query.get('resolution'));
useSound.getState().setMuted(true);
const PICTURES = ['jerrycan', 'phone', 'coins1', 'watch', 'gold', 'car'];

/** All rarities, the common ones often, as an opening of so many pieces brings them. */
const prizesOf = (count: number): DrawnCoupon[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `Prize number ${at + 1}`,
    imageName: PICTURES[at % PICTURES.length] ?? '',
    color: RARITIES[at < RARITIES.length ? at : at % 3] ?? 'simple',
    isSwapAvailable: true,
    premiumCoinsPrice: 15,
    draw: { epochId: 'e-1', nonce: at },
  }));
const count = Number(query.get('count'));
const ends = Array.from({ length: count }, (_, row) => ({ winnerId: row % 6, draw: `e-1:${row}` }));

/** Up to ten have a roulette each. */
const rows = count <= 10 ? count : 1;

/** What an opening of several shows: a roulette for each, or one for all, then the prizes by rarity. */
function Page() {
  const button = useRef<HTMLButtonElement>(null);
  const prizes = useMemo(() => prizesOf(count), []);
  const [spin, setSpin] = useState<{ id: number } | null>(null);
  const [isAnswered, setIsAnswered] = useState(false);
  const [isDealt, setIsDealt] = useState(false);
  useEffect(() => {
    const start = () => {
      setSpin({ id: 1 });
      setTimeout(setIsAnswered, 300, true);
    };
    Object.assign(window.bench, { start, deal: setIsDealt });
  }, []);
  return (
    <>
      <button ref={button}>open</button>
      <Suspense fallback={null}>
        {rows > 1 ? (
          <ReelStack
            items={benchItems}
            rows={rows}
            spin={spin}
            ends={isAnswered ? ends : null}
            onPhase={(phase) => phase === 'finished' && setIsDealt(true)}
            label="bench"
          />
        ) : (
          <Roulette
            items={benchItems}
            spin={spin}
            winnerId={isAnswered ? 6 : null}
            onPhase={(phase) => phase === 'finished' && setIsDealt(true)}
            label="bench"
          />
        )}
      </Suspense>
      <SeveralResults
        prizes={isDealt ? prizes : null}
        isFaceUp={rows > 1}
        onAllSeen={() => (window.bench.allSeen += 1)}
        onDone={() => setIsDealt(false)}
        finalFocus={button}
      />
    </>
  );
}

await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { cases } }, defaultNS: 'cases' });
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <Page />
    </MemoryRouter>
  </QueryClientProvider>,
);
while (!document.querySelector('[data-dressed]')) await new Promise((resolve) => setTimeout(resolve, 20));
