import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import styles from './Ticket.module.css';

interface TicketProps {
  /** The printed code, which is copied. */
  code: string;
  copyLabel: string;
  copiedLabel: string;
  /** Places the button below the code at every width. */
  isTall?: boolean;
}

/** Number of characters that fit beside the button on a phone. */
const SHORT = 14;

/** A code on a paper ticket, with a button that copies it (C3, L3). */
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
