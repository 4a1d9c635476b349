import { type ComponentType, createElement, use, useEffect, useState } from 'react';
import { MissingDialog, MissingPlace } from './MissingPart.tsx';

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
 * @param dialog only for a part that is a dialog. If its code did not load, nothing stands in its place, and the code
 *   is asked for again when the dialog is to open
 * @returns the component, and a function that fetches its code in advance and never throws
 */
export function laterPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  dialog?: DialogOf<P>,
): [ComponentType<P>, () => Promise<void>] {
  let Loaded: ComponentType<P> | undefined;
  let attempt: Promise<ComponentType<P> | undefined> | undefined;
  let hasFailed = false;

  async function tryToLoad(): Promise<ComponentType<P> | undefined> {
    hasFailed = false;
    try {
      return (Loaded ??= await load());
    } catch (error) {
      hasFailed = true;
      console.warn('a part of the page is missing', error);
      return undefined;
    }
  }

  async function fetchAhead() {
    // a failed try is repeated here, but not while the part is drawn, which would repeat it without end
    if (!attempt || hasFailed) attempt = tryToLoad();
    await attempt;
  }

  function Part(props: P) {
    // keeps the first component, because another one would mount anew
    const [Known, setKnown] = useState(() => Loaded);
    const Found = Known ?? use((attempt ??= tryToLoad()));
    // a part that failed and is shown again later is asked for again
    useEffect(
      () => () => {
        if (hasFailed) attempt = undefined;
      },
      [],
    );
    if (Found) return createElement(Found, props);

    const loadAgain = async () => {
      const part = await tryToLoad();
      if (part) setKnown(() => part);
      return part !== undefined;
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
