import type { Rarity } from '#/contract/cases.ts';

/** The colours of client/platform/theme/tokens.css as values, because mail programs know no custom properties. */
export const colours = {
  ink950: '#070b0d',
  ink850: '#10181c',
  well: '#0a1013',
  stroke: '#22323a',
  ink300: '#b0c0c6',
  ink400: '#849aa3',
  bone100: '#f3ebda',
  onBone: '#14191c',
  onBoneMuted: '#5b5546',
  paperDots: '#b6ab94',
  sodium400: '#ffb45e',
  sodium500: '#ff9a2e',
  onSodium: '#1d1002',
  lineYellow: '#e8b53a',
  xenon200: '#dcefff',
} as const;

/** Colours of the rarities, as in client/platform/theme/tokens.css. */
export const rarityColours: Readonly<Record<Rarity, string>> = {
  simple: '#a3acb2',
  common: '#93e5c5',
  improved: '#3194fd',
  rare: '#cf5bc1',
  legendary: '#f8db5e',
  epic: '#fb4e37',
};

export const fonts = {
  head: "Tektur,'Arial Narrow',Arial,sans-serif",
  text: "Onest,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  mono: "'Martian Mono',Menlo,Consolas,'Courier New',monospace",
} as const;
