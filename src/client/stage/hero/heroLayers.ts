import type { ViewName } from './views.ts';

export const LAYERS = ['sky', 'plate', 'neon', 'car', 'tail', 'depth'] as const;
export type HeroLayer = (typeof LAYERS)[number];

const urls = import.meta.glob<string>('../../../../assets/stage/street-*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Addresses of a layer of the street: the format that is tried first, and the one that every browser knows. */
export function layerUrls(view: ViewName, layer: HeroLayer): [first: string, fallback: string] {
  const path = `../../../../assets/stage/street-${view}.${layer}`;
  return [urls[`${path}.avif`] ?? '', urls[`${path}.webp`] ?? ''];
}
