import styles from './Plate.module.css';

/** An enamel number plate: names a server, a case, a district. */
export function Plate({ code, children }: { code?: string | undefined; children: string }) {
  return (
    <span className={styles.plate}>
      {code && <small>{code}</small>}
      {children}
    </span>
  );
}
