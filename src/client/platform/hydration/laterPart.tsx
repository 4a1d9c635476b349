import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code is loaded later, in a `Suspense`; once it is loaded it is shown at once. Not for parts that
 * the server renders: React would remove them until the code is loaded, and clicks on them would be lost.
 * @returns the component, and a function that fetches its code in advance
 */
export function laterPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): [ComponentType<P>, () => Promise<unknown>] {
  let Loaded: ComponentType<P> | undefined;
  const fetchAhead = async () => ({ default: (Loaded ??= await load()) });
  const Lazy = lazy(fetchAhead) as unknown as ComponentType<P>;
  function Part(props: P) {
    // keeps the first component, because another one would mount anew
    const [Chosen] = useState(() => Loaded ?? Lazy);
    return <Chosen {...props} />;
  }
  return [Part, fetchAhead];
}
