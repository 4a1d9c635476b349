import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';

/**
 * The tab named by the URL hash. No hash, an unknown one, or a disabled tab mean the first tab that can be chosen (S1),
 * and if there is none, the first one.
 * @param canChoose false for a tab that is shown but disabled
 */
export function useHashTab<const T extends string>(
  tabs: readonly [T, ...T[]],
  canChoose: (tab: T) => boolean = () => true,
): [T, (tab: T) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  // the server renders pages without a hash
  const wanted = useHydrated() ? hash.slice(1) : '';
  const select = useCallback(
    (tab: T) => void navigate({ hash: `#${tab}` }, { preventScrollReset: true }),
    [navigate],
  );
  const open = tabs.filter(canChoose);
  return [open.find((tab) => tab === wanted) ?? open[0] ?? tabs[0], select];
}
