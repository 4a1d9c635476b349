import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from './useHydrated.ts';

/**
 * A tab chosen by the URL hash: no hash, an unknown one or that of a tab that cannot be chosen means the first (S1).
 * @param canChoose false for a tab that is shown but disabled
 */
export function useHashTab<const T extends string>(
  tabs: readonly [T, ...T[]],
  canChoose: (tab: T) => boolean = () => true,
): [T, (tab: T) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  // what the server has rendered knows no hash
  const wanted = useHydrated() ? hash.slice(1) : '';
  const select = useCallback(
    (tab: T) => void navigate({ hash: `#${tab}` }, { preventScrollReset: true }),
    [navigate],
  );
  return [tabs.find((tab) => tab === wanted && canChoose(tab)) ?? tabs[0], select];
}
