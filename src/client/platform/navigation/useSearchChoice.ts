import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';

/**
 * A choice stored in the query of the address, so that links and the back button restore it. The hash and the other
 * parameters stay. The first choice is the default for an address without the parameter or with an unknown value.
 * @param name name of the parameter
 * @param isAtOnce whether the page is drawn at once, so that a choice of another parameter right afterwards keeps this
 *   one. Only for choices that load no code: the page would be gone until it is there.
 */
export function useSearchChoice<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
  isAtOnce = false,
): [T, (choice: T) => void] {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [first] = choices;
  const select = useCallback(
    (choice: T) => {
      const query = new URLSearchParams(search);
      if (choice === first) query.delete(name);
      else query.set(name, choice);
      void navigate({ search: query.toString(), hash }, { preventScrollReset: true, flushSync: isAtOnce });
    },
    [name, first, isAtOnce, search, hash, navigate],
  );
  // the server renders the page without its query
  const isHydrated = useHydrated();
  const wanted = isHydrated ? new URLSearchParams(search).get(name) : null;
  return [choices.find((choice) => choice === wanted) ?? first, select];
}
