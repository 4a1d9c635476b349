import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code comes later, in a `Suspense`; once it is there it is shown at once. Not for what the server has
 * rendered: React would take that away again until the code has come, and a click on it would be lost.
 * @returns the component, and what fetches its code ahead
 */
export function laterPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): [ComponentType<P>, () => Promise<unknown>] {
  let Loaded: ComponentType<P> | undefined;
  const fetchAhead = async () => ({ default: (Loaded ??= await load()) });
  const Lazy = lazy(fetchAhead) as unknown as ComponentType<P>;
  function Part(props: P) {
    // the one that it began with: another would begin anew
    const [Chosen] = useState(() => Loaded ?? Lazy);
    return <Chosen {...props} />;
  }
  return [Part, fetchAhead];
}
