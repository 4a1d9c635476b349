import { useSearchParams } from 'react-router-dom';
import { type DashboardQuery, dashboardQuery } from '#/contract/operator/figures/dashboard.ts';
import { lastDays, monthBefore } from '#/contract/operator/figures/dayRange.ts';
import { AT_ONCE } from '../lists/useListFilters.ts';

/** Ranges that end today, in days. */
export const PRESETS = [1, 7, 30, 90] as const;
export type Preset = (typeof PRESETS)[number];
const FIRST: Preset = 30;

/** Today's date in UTC, because all figures use UTC days. */
const today = () => new Date().toISOString().slice(0, 10);

export interface ChosenRange {
  query: DashboardQuery;
  /** Undefined when the operator chose single days. */
  preset: Preset | undefined;
}

/** Reads a range and a server from an address. Invalid values are ignored. */
export function rangeOf(search: URLSearchParams): ChosenRange {
  const server = search.get('server') ?? undefined;
  const free = dashboardQuery.safeParse({ from: search.get('from'), to: search.get('to'), server });
  if (free.success) return { query: free.data, preset: undefined };
  const preset = PRESETS.find((days) => String(days) === search.get('days')) ?? FIRST;
  const range = lastDays(today(), preset);
  const withServer = dashboardQuery.safeParse({ ...range, server });
  return { query: withServer.success ? withServer.data : range, preset };
}

/** The range of days and the server from the page's address. */
export function useRange() {
  const [search, setSearch] = useSearchParams();
  const chosen = rangeOf(search);
  const { from, to, server } = chosen.query;
  const show = (next: Record<string, string | undefined>) =>
    setSearch(
      Object.entries(next).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
      AT_ONCE,
    );
  return {
    ...chosen,
    lastMonth: monthBefore(today()),
    choosePreset: (days: Preset) => show({ days: String(days), server }),
    chooseDays: (days: { from?: string; to?: string }) => show({ from, to, ...days, server }),
    chooseServer: (key: string) =>
      show(chosen.preset ? { days: String(chosen.preset), server: key } : { from, to, server: key }),
  };
}
