import type { ReactNode } from 'react';
import styles from './Roadblock.module.css';
import { StreetPicture } from '#/client/platform/media/StreetPicture.tsx';
import { HazardTape } from '#/client/ui/display/HazardTape.tsx';
import { Plate } from '#/client/ui/surfaces/Plate.tsx';

interface RoadblockProps {
  plate: string;
  title: string;
  text: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** Layout of dead ends: an unknown address, or a page that failed. */
export function Roadblock({ plate, title, text, children }: RoadblockProps) {
  return (
    <section className={styles.scene}>
      <StreetPicture scene="roadblock" className={styles.picture} />
      <div className={`wrap ${styles.content}`}>
        <Plate>{plate}</Plate>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={styles.actions}>{children}</div>
      </div>
      <div className={styles.barrier}>
        <HazardTape />
      </div>
    </section>
  );
}
