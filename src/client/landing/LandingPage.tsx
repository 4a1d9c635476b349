import { CasesTeaser } from './CasesTeaser.tsx';
import { Hero } from './Hero.tsx';
import { Servers } from './Servers.tsx';

/** The front door (RT9). */
export function LandingPage() {
  return (
    <>
      <Hero />
      <Servers />
      <CasesTeaser />
    </>
  );
}
