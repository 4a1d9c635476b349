/** Looks of series. Areas differ by pattern and lines by dash, so that colour is never needed. */
export type Look = 'plain' | 'hatched' | 'dotted' | 'crossed' | 'line' | 'dashed';

/** A look with a `dash` is a line. */
export const LOOKS: Readonly<Record<Look, { color: string; dash?: string }>> = {
  plain: { color: 'var(--sodium-400)' },
  hatched: { color: 'var(--signal-400)' },
  dotted: { color: 'var(--xenon-200)' },
  crossed: { color: 'var(--tail-400)' },
  line: { color: 'var(--sodium-400)', dash: 'none' },
  dashed: { color: 'var(--signal-400)', dash: '5 4' },
};

/** Looks of areas, in the order of their series. */
export const AREA_LOOKS = ['plain', 'hatched', 'dotted'] as const;

/** The fill of an area, which is a pattern that the page defines. */
export const fillOf = (look: Look): string => `url(#look-${look})`;
