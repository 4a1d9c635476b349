import type { CSSProperties } from 'react';
import type { PictureFiles } from '#/client/ui/display/Picture.tsx';

/**
 * The picture of a case travels between a grid and the page of the case (C18): the browser moves what has the same name
 * before and after a navigation by a link with `viewTransition`. Browsers that cannot do it just navigate.
 */

/** Style of the picture of a case. A page shows each case once with it. */
export const caseTravels = (id: number): CSSProperties => ({ viewTransitionName: `case-${id}` });

/** Whether links take a picture along: not for players who want no motion. */
export const mayTravel = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;

const warmedUp = new Set<string>();

/** Starts to load a picture, once, for a player whose pointer is at the link to its page. */
export function warmUpPicture({ avif }: PictureFiles): void {
  if (warmedUp.has(avif)) return;
  warmedUp.add(avif);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'image', type: 'image/avif', href: avif });
  document.head.append(link);
}
