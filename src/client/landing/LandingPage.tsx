import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Benefits } from './Benefits.tsx';
import { CasesTeaser } from './CasesTeaser.tsx';
import { Closing } from './Closing.tsx';
import { Hero } from './Hero.tsx';
import styles from './LandingPage.module.css';
import { News } from './News.tsx';
import { PromoBanner } from './PromoBanner.tsx';
import { landingDataQuery } from './queries.ts';
import { Roles } from './Roles.tsx';
import { Servers } from './Servers.tsx';
import { Start } from './Start.tsx';
import { useAnchors } from './useAnchors.ts';
import { useLiveServers } from './useServersStatistic.ts';

/** The front door (RT9). */
export function LandingPage() {
  const { isFetched } = useQuery(landingDataQuery);
  const isSmooth = useAnchors(isFetched);
  const [server, setServer] = useState<string>();
  useLiveServers();
  return (
    <>
      <PromoBanner />
      <Hero />
      <div className={styles.sections} data-smooth={isSmooth || undefined}>
        <Servers chosen={server} onChoose={setServer} />
        <Start chosen={server} />
        <Roles />
        <Benefits />
        <CasesTeaser />
        <News />
      </div>
      <Closing />
    </>
  );
}
