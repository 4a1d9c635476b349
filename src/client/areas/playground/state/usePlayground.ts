import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { tuning, type Tuning } from '#/client/platform/theme/tuning.ts';
import { readConditions, writeConditions, type Conditions } from './conditions.ts';
import { formatSceneAddress, parseSceneAddress } from './sceneAddress.ts';
import { readNumbers, tuningFields, withNumbers, writeNumbers } from './tuningFields.ts';

export const FIELDS = tuningFields(tuning);

export interface Playground {
  conditions: Conditions;
  /** The numbers that differ from `tuning.json`, by their paths. */
  numbers: Readonly<Record<string, number>>;
  tuning: Tuning;
  change: (changed: Partial<Conditions>) => void;
  /** Sets all changed numbers. Numbers that are left out have the value of the file. */
  setNumbers: (numbers: Readonly<Record<string, number>>) => void;
}

/** The state of a scene. It is stored in the address, so a link restores it (RT12). */
export function usePlayground(): Playground {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const parsed = useMemo(() => {
    const { scene, values } = parseSceneAddress(hash);
    const numbers = readNumbers(FIELDS, values);
    return { scene, conditions: readConditions(values), numbers, tuning: withNumbers(tuning, numbers) };
  }, [hash]);
  // reads the current address, because two changes may come before React renders the first
  const go = useCallback(
    (
      next: (now: Pick<Playground, 'conditions' | 'numbers'>) => Pick<Playground, 'conditions' | 'numbers'>,
    ) => {
      const { scene, values } = parseSceneAddress(location.hash);
      // another scene is about to replace this one
      if (scene !== parsed.scene) return;
      const { conditions, numbers } = next({
        conditions: readConditions(values),
        numbers: readNumbers(FIELDS, values),
      });
      const changed = { ...writeConditions(conditions), ...writeNumbers(numbers) };
      void navigate(
        { hash: formatSceneAddress({ scene, values: changed }) },
        { replace: true, preventScrollReset: true },
      );
    },
    [navigate, parsed.scene],
  );
  return {
    ...parsed,
    change: (changed) =>
      go(({ conditions, numbers }) => ({ conditions: { ...conditions, ...changed }, numbers })),
    setNumbers: (numbers) => go(({ conditions }) => ({ conditions, numbers })),
  };
}
