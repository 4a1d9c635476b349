import { useEffect, useState } from 'react';
import { VERIFICATION_COOLDOWN_MINUTES } from '#/contract/kernel/limits.ts';
import { siteStorage } from '#/client/platform/api/browserStorage.ts';

const KEY = 'counter';
const MINUTE_MS = 60_000;

/** Minutes until the verification mail may be sent again, from local storage (C2). */
export function readCounter(): number {
  const minutes = Number(siteStorage.getItem(KEY));
  return Number.isInteger(minutes) && minutes > 0 ? Math.min(minutes, VERIFICATION_COOLDOWN_MINUTES) : 0;
}

function writeCounter(minutes: number): void {
  if (minutes > 0) siteStorage.setItem(KEY, String(minutes));
  else siteStorage.removeItem(KEY);
}

/**
 * Counts the minutes down and unlocks at 0 (C2).
 * @param serverMinutes the server's cooldown, because another browser may have requested the mail
 */
export function useResendCounter(serverMinutes: number): [number, (minutes: number) => void] {
  const [minutes, setMinutes] = useState(() => Math.max(readCounter(), serverMinutes));
  const isLocked = minutes > 0;
  useEffect(() => {
    writeCounter(minutes);
  }, [minutes]);
  useEffect(() => {
    const timer = isLocked
      ? setInterval(() => setMinutes((left) => Math.max(0, left - 1)), MINUTE_MS)
      : undefined;
    return () => clearInterval(timer);
  }, [isLocked]);
  return [minutes, setMinutes];
}
