import type { CSSProperties } from 'react';
import { preload } from 'react-dom';
import { caseImage } from '#/client/platform/media/images.ts';

/**
 * The picture of a case travels between a grid and the page of the case (C18): the browser moves what has the same name
 * before and after a navigation by a link with `viewTransition`. Browsers that cannot do it just navigate.
 */

/** Style of the picture of a case. A page shows each case once with it. */
export const caseTravels = (id: number): CSSProperties => ({ viewTransitionName: `case-${id}` });

/** Whether links take a picture along: not for players who want no motion. */
export const mayTravel = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Starts to load the large picture of a case, for a player whose pointer is at its link. */
export const warmUpPicture = (imageName: string): void =>
  preload(caseImage(imageName, 'hero').avif, { as: 'image', type: 'image/avif' });
