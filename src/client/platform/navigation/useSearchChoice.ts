import { useCallback, useContext } from 'react';
import { type Location, UNSAFE_DataRouterContext, useLocation, useNavigate } from 'react-router-dom';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';

interface RouterState {
  location: Location;
  navigation: { location?: Location | undefined };
}

/** Returns the address of this page, or the one that it is just changing to. */
function latestAddress({ location, navigation }: RouterState): Location {
  return navigation.location?.pathname === location.pathname ? navigation.location : location;
}

/**
 * A choice stored in the query of the address, so that links and the back button restore it. The hash and the other
 * parameters stay. The first choice is the default for an address without the parameter or with an unknown value.
 * @param name name of the parameter
 */
export function useSearchChoice<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): [T, (choice: T) => void] {
  const shown = useLocation();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const navigate = useNavigate();
  const [first] = choices;
  const select = useCallback(
    (choice: T) => {
      // another choice may still be loading; the page does not show it yet
      const { search, hash } = router ? latestAddress(router.state) : shown;
      const query = new URLSearchParams(search);
      if (choice === first) query.delete(name);
      else query.set(name, choice);
      void navigate({ search: query.toString(), hash }, { preventScrollReset: true });
    },
    [name, first, router, shown, navigate],
  );
  // the server renders the page without its query
  const isHydrated = useHydrated();
  const wanted = isHydrated ? new URLSearchParams(shown.search).get(name) : null;
  return [choices.find((choice) => choice === wanted) ?? first, select];
}
