import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Island } from '#/client/platform/hydration/Island.tsx';
import { LateLayout } from '#/client/platform/hydration/LateLayout.tsx';
import { Benefits } from './Benefits.tsx';
import { CasesTeaser } from './CasesTeaser.tsx';
import { Closing } from './Closing.tsx';
import { Hero } from './Hero.tsx';
import styles from './LandingPage.module.css';
import { News } from './News.tsx';
import { PromoBanner } from './PromoBanner.tsx';
import { landingDataQuery, useLiveServers } from '#/client/areas/landing/state/queries.ts';
import { Roles } from './Roles.tsx';
import { Servers } from './Servers.tsx';
import { Start } from './Start.tsx';
import { useAnchors } from '#/client/areas/landing/state/useAnchors.ts';

/** The landing page (RT9). */
export function LandingPage() {
  const [server, setServer] = useState<string>();
  useLiveServers();
  return (
    <>
      <PromoBanner />
      <Hero />
      <Sections>
        {/* not an island, because its numbers change during hydration */}
        <LateLayout place={0}>
          <Servers chosen={server} onChoose={setServer} />
        </LateLayout>
        <Island place={1}>
          <Start chosen={server} />
        </Island>
        <Island place={2}>
          <Roles />
        </Island>
        <Island place={3}>
          <Benefits />
        </Island>
        <Island place={4}>
          <CasesTeaser />
        </Island>
        <Island place={5}>
          <News />
        </Island>
      </Sections>
      <Island place={6}>
        <Closing />
      </Island>
    </>
  );
}

/** A component of its own, because its early updates must not reach islands before they are hydrated. */
function Sections({ children }: { children: ReactNode }) {
  const { isFetched } = useQuery(landingDataQuery);
  const isSmooth = useAnchors(isFetched);
  return (
    <div className={styles.sections} data-smooth={isSmooth || undefined}>
      {children}
    </div>
  );
}
