import { useTranslation } from 'react-i18next';
import type { SwitchName } from '#/contract/kernel/switches.ts';
import { useIsClosed } from '#/client/platform/api/closedParts.ts';
import styles from './ClosedNote.module.css';

/** Says beside a button that its part of the site is closed (O27). */
export function ClosedNote({ part }: { part: SwitchName }) {
  const { t } = useTranslation();
  return useIsClosed(part) ? <p className={styles.note}>{t(`closed.${part}`)}</p> : null;
}
