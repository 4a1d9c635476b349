import { Color } from 'pixi.js';
import { useEffect, useState, type RefObject } from 'react';
import type { Rarity } from '#/contract/cases.ts';
import { loadFonts, loadPicture } from '#/client/stage/host/pictures.ts';
import { buildAtlas, type Atlas } from '#/client/stage/host/textures.ts';
import { readPalette, type Palette } from './palette.ts';
import type { NeedleTuning } from './needle.ts';
import { reelCells, type Picture, type ReelSizes } from './reelCells.ts';
import type { RouletteItem } from './rouletteItem.ts';
import { tileFonts } from './tileArt.ts';

/** How long tiles wait for their pictures and fonts. After this they are drawn without the late ones. */
const PATIENCE_MS = 1200;

/** The pictures of a reel. */
export interface ReelAtlas extends Atlas {
  /** The rarity of an item, by its place in the list, and its colour. */
  rarity(place: number): Rarity;
  tint(place: number): number;
  /** The colour of the needle. */
  lamp: number;
}

/** Fills `pictures` as they load, and loads fonts. The second promise is true if all load in time, otherwise false. */
function collect(
  items: readonly RouletteItem[],
  pictures: Picture[],
  fonts: readonly string[],
): [Promise<unknown>, Promise<boolean>] {
  const texts = items.map(({ name, rarityLabel }) => name + rarityLabel + rarityLabel.toLocaleUpperCase());
  const all = Promise.all([
    loadFonts(fonts, texts.join('')),
    ...items.map(async ({ imageUrl, fallbackUrl }, place) => {
      pictures[place] = await loadPicture(imageUrl, fallbackUrl);
    }),
  ]);
  const patience = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
  return [all, Promise.race([all.then(() => true), patience])];
}

/** Draws the atlas and passes it on. If pictures or fonts were late, it is drawn once more with them. */
async function prepareAtlas(
  items: readonly RouletteItem[],
  palette: Palette,
  sizes: ReelSizes,
  needle: NeedleTuning,
  resolution: number,
  signal: AbortSignal,
  onAtlas: (atlas: ReelAtlas) => void,
): Promise<void> {
  const pictures: Picture[] = [];
  const [all, inTime] = collect(items, pictures, tileFonts(palette, sizes.tilePx));
  const draw = async () => {
    const atlas = await buildAtlas(reelCells(items, pictures, palette, sizes, needle), resolution, signal);
    const rarity = (place: number) => items[place]?.color ?? 'simple';
    const tints = items.map((_, place) => new Color(palette.rarity(rarity(place))).toNumber());
    const lamp = new Color(palette.lamp).toNumber();
    onAtlas({
      ...atlas,
      rarity,
      tint: (place) => tints[place] ?? lamp,
      lamp,
    });
  };
  const isComplete = await inTime;
  signal.throwIfAborted();
  await draw();
  if (isComplete) return;
  await all;
  signal.throwIfAborted();
  await draw();
}

/** The atlas of a reel; null until it is drawn. It is drawn again when the items, their texts or the sizes change. */
export function useReelAtlas(
  items: readonly RouletteItem[],
  host: RefObject<Element | null>,
  sizes: ReelSizes | null,
  needle: NeedleTuning,
  resolution: number,
  onFailure: () => void,
): ReelAtlas | null {
  const [atlas, setAtlas] = useState<ReelAtlas | null>(null);
  useEffect(() => {
    if (!host.current || !sizes) return undefined;
    const work = new AbortController();
    const accept = (next: ReelAtlas) => (work.signal.aborted ? next.destroy() : setAtlas(next));
    const palette = readPalette(host.current);
    prepareAtlas(items, palette, sizes, needle, resolution, work.signal, accept).catch(() => {
      if (!work.signal.aborted) onFailure();
    });
    return () => work.abort();
  }, [items, host, sizes, needle, resolution, onFailure]);
  useEffect(() => () => atlas?.destroy(), [atlas]);
  return atlas;
}
