/** What `noteTravels` keeps in the page. */
export interface Noting {
  /** For each view transition, the groups that it moved, or why it failed. */
  travels?: string[][];
}

/**
 * Notes which pictures each view transition moves. Runs in the page, so it uses nothing of this module.
 * @returns whether the engine can do it
 */
export function noteTravels(): boolean {
  if (!('startViewTransition' in document)) return false;
  const travels: string[][] = ((window as Noting).travels = []);
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    const note = () => {
      const moved = document
        .getAnimations()
        .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
        .filter((name) => name.startsWith('::view-transition-group'));
      travels.push(moved);
    };
    void transition.ready.then(note, (error: unknown) => travels.push([String(error)]));
    return transition;
  };
  return true;
}
