import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** A tab chosen by the URL hash: no hash or an unknown one means the first tab. */
export function useHashTab<const T extends string>(tabs: readonly [T, ...T[]]): [T, (tab: T) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const wanted = hash.slice(1);
  const select = useCallback(
    (tab: T) => void navigate({ hash: `#${tab}` }, { preventScrollReset: true }),
    [navigate],
  );
  return [tabs.find((tab) => tab === wanted) ?? tabs[0], select];
}
