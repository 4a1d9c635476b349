import { useSearchParams } from 'react-router-dom';
import { type DashboardQuery, dashboardQuery, serverKey } from '#/contract/operator/figures/dashboard.ts';
import { type DayRange, lastDays, monthBefore } from '#/contract/operator/figures/dayRange.ts';
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
  /** Days of the address that make no range. The last days are shown instead. */
  wrong?: DayRange;
}

/** Whether figures can be asked for: the range begins before it ends and is not too long. */
export const isShowable = (range: DayRange): boolean => dashboardQuery.safeParse(range).success;

/** Reads a range and a server from an address. Invalid values are ignored. */
export function rangeOf(search: URLSearchParams): ChosenRange {
  const key = serverKey.safeParse(search.get('server'));
  const server = key.success && { server: key.data };
  const days = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  if (isShowable(days)) return { query: { ...days, ...server }, preset: undefined };
  const preset = PRESETS.find((count) => String(count) === search.get('days')) ?? FIRST;
  return {
    query: { ...lastDays(today(), preset), ...server },
    preset,
    ...((days.from || days.to) && { wrong: days }),
  };
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
    chooseDays: (days: DayRange) => show({ from: days.from, to: days.to, server }),
    chooseServer: (key: string) =>
      show(chosen.preset ? { days: String(chosen.preset), server: key } : { from, to, server: key }),
  };
}
