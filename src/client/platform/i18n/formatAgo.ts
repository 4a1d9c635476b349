import { useEffect, useState } from 'react';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { cachedByLocale } from '#/client/ui/display/formatPrice.ts';

const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

const times = cachedByLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
);

/**
 * Formats how long ago a time was, as "5 min. ago", in its largest whole unit. Less than a minute, and a time that a slow
 * clock has still before it, is "now".
 */
export function formatAgo(iso: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(iso);
  for (const [unit, unitMs] of UNITS)
    if (agoMs >= unitMs) return times(pageConfig.locale).format(-Math.floor(agoMs / unitMs), unit);
  return times(pageConfig.locale).format(0, 'second');
}

/** The time of the browser, renewed every minute. Only for parts that the server does not render. */
export function useMinutes(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
