import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import styles from './Ticket.module.css';

interface TicketProps {
  /** What is printed on it and copied. */
  code: string;
  copyLabel: string;
  copiedLabel: string;
  /** The button under the code, however wide it is. */
  isTall?: boolean;
}

/** Signs that fit beside the button on a phone. */
const SHORT = 14;

/** A code on a torn-off slip of bone paper, with the button that copies it (C3, L3). */
export function Ticket({ code, copyLabel, copiedLabel, isTall = false }: TicketProps) {
  return (
    <div
      className={styles.ticket}
      data-long={code.length > SHORT || undefined}
      data-tall={isTall || undefined}
    >
      <code className={styles.code}>{code}</code>
      <CopyButton text={code} label={copyLabel} copiedLabel={copiedLabel} />
    </div>
  );
}
