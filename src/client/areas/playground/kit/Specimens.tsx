import type { ReactNode } from 'react';
import styles from './Specimens.module.css';

type State = 'rest' | 'hover' | 'focus' | 'active' | 'disabled' | 'busy' | 'invalid' | (string & {});

/** A chapter of the guide. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.chapter}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** One part of the kit with its specimens. */
export function Part({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.part} data-wide={wide || undefined}>
      <h3>{title}</h3>
      <div className={styles.specimens}>{children}</div>
    </div>
  );
}

/** One state of a part. `hover`, `focus` and `active` are shown without input. */
export function Specimen({ state, fill, children }: { state: State; fill?: boolean; children: ReactNode }) {
  return (
    <div className={styles.specimen} data-show={state} data-fill={fill || undefined}>
      <span className="label">{state}</span>
      <div>{children}</div>
    </div>
  );
}

/** The same part in the states that input causes. */
export function LiveStates({ fill = false, children }: { fill?: boolean; children: ReactNode }) {
  return ['rest', 'hover', 'focus', 'active'].map((state) => (
    <Specimen key={state} state={state} fill={fill}>
      {children}
    </Specimen>
  ));
}
