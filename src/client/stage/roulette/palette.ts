import type { Rarity } from '#/contract/cases.ts';

/** The colours and fonts of a reel, from the tokens of its host's style sheet. */
export interface Palette {
  rarity: (rarity: Rarity) => string;
  panelTop: string;
  panelBottom: string;
  light: string;
  lamp: string;
  lampBright: string;
  shade: string;
  text: string;
  textFont: string;
  monoFont: string;
}

/** Reads the palette of a host. A missing token has a plain colour, so that the reel can be drawn without styles. */
export function readPalette(host: Element): Palette {
  const style = getComputedStyle(host);
  const token = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    rarity: (rarity) => token(`--r-${rarity}`, style.color),
    panelTop: token('--ink-800', 'black'),
    panelBottom: token('--ink-900', 'black'),
    light: token('--bone-50', 'white'),
    lamp: token('--sodium-500', 'orange'),
    lampBright: token('--sodium-300', 'orange'),
    shade: token('--ink-950', 'black'),
    text: token('--bone-100', style.color),
    textFont: token('--f-text', 'sans-serif'),
    monoFont: token('--f-mono', 'monospace'),
  };
}

/** A colour with an opacity. The context converts the CSS colour to hexadecimal first. */
export function faded(context: CanvasRenderingContext2D, color: string, alpha: number): string {
  context.fillStyle = color;
  const known = context.fillStyle;
  if (!known.startsWith('#')) return known;
  return `${known}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
