import { type ComponentType, createElement, use, useEffect, useState } from 'react';
import { MissingDialog, MissingPlace } from './MissingPart.tsx';
import { readAtOnce } from './readAtOnce.ts';

interface DialogOf<P> {
  /** Whether these props open the dialog. */
  isOpen: (props: P) => boolean;
  /** Tells the page that the dialog is closed. */
  close: (props: P) => void;
}

/**
 * A component whose code is loaded later, in a `Suspense`; once it is loaded it is shown at once. If the code does not
 * load, the page stays, and the part is asked for again when it is wanted (E3). Not for parts that the server renders:
 * React would remove them until the code is loaded, and clicks on them would be lost.
 * @param dialog only for a part that is a dialog. If its code did not load, nothing is shown in its place. The code is
 *   asked for again when the dialog opens
 * @returns the component, and a function that fetches its code in advance and never throws
 */
export function laterPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  dialog?: DialogOf<P>,
): [ComponentType<P>, () => Promise<void>] {
  let attempt: Promise<ComponentType<P> | undefined> | undefined;
  let hasFailed = false;

  function tryToLoad(): Promise<ComponentType<P> | undefined> {
    hasFailed = false;
    const loading: Promise<ComponentType<P> | undefined> = load().then(
      (part) => {
        attempt = readAtOnce(loading, part);
        return part;
      },
      (error: unknown) => {
        hasFailed = true;
        console.warn('a part of the page is missing', error);
        return undefined;
      },
    );
    return loading;
  }

  async function fetchAhead() {
    // repeats a failed try; drawing the part must not do that, because it would try without end
    if (!attempt || hasFailed) attempt = tryToLoad();
    await attempt;
  }

  function Part(props: P) {
    const [, setIsLoaded] = useState(false);
    const Found = use((attempt ??= tryToLoad()));
    // forgets a failed try, so that the part is asked for again when it is shown the next time
    useEffect(
      () => () => {
        if (hasFailed) attempt = undefined;
      },
      [],
    );
    if (Found) return createElement(Found, props);

    const loadAgain = async () => {
      const isLoaded = (await tryToLoad()) !== undefined;
      setIsLoaded(isLoaded);
      return isLoaded;
    };
    if (!dialog) return <MissingPlace loadAgain={loadAgain} />;
    return (
      <MissingDialog
        isOpen={dialog.isOpen(props)}
        loadAgain={loadAgain}
        onClose={() => dialog.close(props)}
      />
    );
  }
  return [Part, fetchAhead];
}
