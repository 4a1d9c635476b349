/** How series look. Areas differ by their pattern and lines by their dash, so that nobody needs the colour. */
export type Look = 'plain' | 'hatched' | 'dotted' | 'crossed' | 'line' | 'dashed';

/** `dash` makes a series a line. */
export const LOOKS: Readonly<Record<Look, { color: string; dash?: string }>> = {
  plain: { color: 'var(--sodium-400)' },
  hatched: { color: 'var(--signal-400)' },
  dotted: { color: 'var(--xenon-200)' },
  crossed: { color: 'var(--tail-400)' },
  line: { color: 'var(--sodium-400)', dash: 'none' },
  dashed: { color: 'var(--signal-400)', dash: '5 4' },
};

/** Looks of areas in the order of their series. */
export const AREA_LOOKS = ['plain', 'hatched', 'dotted'] as const;

export const fillOf = (look: Look): string => `url(#look-${look})`;
