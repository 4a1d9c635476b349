import type { CSSProperties } from 'react';
import { create } from 'zustand';
import { prefersNoMotion } from '#/client/platform/theme/motion.ts';
import type { PictureFiles } from '#/client/ui/display/Picture.tsx';

/**
 * The picture of a case travels between a grid and the page of the case (C18): the browser moves what has the same name
 * before and after a navigation by a link with `viewTransition`. Browsers that cannot do it just navigate.
 */

/** Id of the case whose picture may travel: its page is open, or its link has the pointer or the focus. */
const useTraveller = create<{ id: number | null }>(() => ({ id: null }));

/** Makes a case the only one whose picture travels, because the browser copies everything named before it moves on. */
export const letTravel = (id: number): void => useTraveller.setState({ id });

/** Returns the style of the pictures of cases, by id. A page shows each case once with it. */
export function useTravel(): (id: number) => CSSProperties | undefined {
  const traveller = useTraveller(({ id }) => id);
  return (id) => (id === traveller ? { viewTransitionName: `case-${id}` } : undefined);
}

/** Whether links take a picture along: not for players who want no motion. */
export const mayTravel = (): boolean => !prefersNoMotion();

const warmedUp = new Set<string>();

/** Starts to load a picture, once, for a player whose pointer is at the link to its page. */
export function warmUpPicture({ avif }: PictureFiles): void {
  if (warmedUp.has(avif)) return;
  warmedUp.add(avif);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'image', type: 'image/avif', href: avif });
  document.head.append(link);
}
