import type { ReactNode } from 'react';
import styles from './Roadblock.module.css';
import { StreetPicture } from './StreetPicture.tsx';
import { HazardTape } from './ui/HazardTape.tsx';
import { Plate } from './ui/Plate.tsx';

interface RoadblockProps {
  plate: string;
  title: string;
  text: string;
  /** The ways out. */
  children: ReactNode;
}

/** The road ends here: an unknown address or a page that broke. */
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
