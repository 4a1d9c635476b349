import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * A choice kept in the query of the address, so that a link and the way back lead to it. The hash and what else the query
 * says stay; the first choice is the one that an address without it, or with an unknown one, means.
 * @param name of the parameter
 */
export function useSearchChoice<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): [T, (choice: T) => void] {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [first] = choices;
  const select = useCallback(
    (choice: T) => {
      const query = new URLSearchParams(search);
      if (choice === first) query.delete(name);
      else query.set(name, choice);
      void navigate({ search: query.toString(), hash }, { preventScrollReset: true });
    },
    [name, first, search, hash, navigate],
  );
  const wanted = new URLSearchParams(search).get(name);
  return [choices.find((choice) => choice === wanted) ?? first, select];
}
