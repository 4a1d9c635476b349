import { useEffect, useState, type RefObject } from 'react';
import { loadFonts, loadPicture } from '../pictures.ts';
import { buildAtlas, type Atlas, type AtlasCell } from '../textures.ts';
import type { RouletteItem } from './rouletteItem.ts';
import { drawGlow, drawRim, drawTile, readPalette, tileFonts, type TilePalette } from './tileArt.ts';

/** Waits this long for the pictures before tiles are drawn without those that are late. */
const PATIENCE_MS = 1200;

type Picture = HTMLImageElement | null;

/** The pictures of a reel: tiles by their place in the list of items, and the light of the winner. */
export interface ReelAtlas extends Atlas {
  /** The CSS colour of an item's rarity. */
  tint(place: number): string;
}

function reelCells(
  items: readonly RouletteItem[],
  pictures: readonly Picture[],
  palette: TilePalette,
  tilePx: number,
): AtlasCell[] {
  return [
    { key: 'glow', draw: (context) => drawGlow(context, palette, tilePx) },
    { key: 'rim', draw: (context) => drawRim(context, palette, tilePx) },
    ...items.map((item, place): AtlasCell => ({
      key: String(place),
      draw: (context) => drawTile(context, palette, item, pictures[place] ?? null, tilePx),
    })),
  ];
}

/** Fills `pictures` as they come; resolves true when all are there, false when patience ends first. */
function collectPictures(
  items: readonly RouletteItem[],
  pictures: Picture[],
): [Promise<unknown>, Promise<boolean>] {
  const all = Promise.all(
    items.map(async ({ imageUrl, fallbackUrl }, place) => {
      pictures[place] = await loadPicture(imageUrl, fallbackUrl);
    }),
  );
  const patience = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
  return [all, Promise.race([all.then(() => true), patience])];
}

/** Makes the atlas, hands it over, and makes it once more when pictures came late. */
async function prepareAtlas(
  items: readonly RouletteItem[],
  palette: TilePalette,
  tilePx: number,
  resolution: number,
  signal: AbortSignal,
  onAtlas: (atlas: ReelAtlas) => void,
): Promise<void> {
  const pictures: Picture[] = [];
  const [all, inTime] = collectPictures(items, pictures);
  const draw = async () => {
    const cells = reelCells(items, pictures, palette, tilePx);
    const atlas = await buildAtlas(cells, tilePx, resolution, signal);
    onAtlas({ ...atlas, tint: (place) => palette.rarity(items[place]?.color ?? 'simple') });
  };
  const texts = items.map(({ name, rarityLabel }) => name + rarityLabel + rarityLabel.toLocaleUpperCase());
  await loadFonts(tileFonts(palette, tilePx), texts.join(''));
  const isComplete = await inTime;
  signal.throwIfAborted();
  await draw();
  if (isComplete) return;
  await all;
  signal.throwIfAborted();
  await draw();
}

/** The atlas of a reel, made again when the items, their texts or the size of the tiles change. */
export function useReelAtlas(
  items: readonly RouletteItem[],
  host: RefObject<Element | null>,
  tilePx: number,
  resolution: number,
  onFailure: () => void,
): ReelAtlas | null {
  const [atlas, setAtlas] = useState<ReelAtlas | null>(null);
  useEffect(() => {
    if (!host.current || tilePx === 0) return undefined;
    const work = new AbortController();
    const accept = (next: ReelAtlas) => (work.signal.aborted ? next.destroy() : setAtlas(next));
    const palette = readPalette(host.current);
    prepareAtlas(items, palette, tilePx, resolution, work.signal, accept).catch(() => {
      if (!work.signal.aborted) onFailure();
    });
    return () => work.abort();
  }, [items, host, tilePx, resolution, onFailure]);
  useEffect(() => () => atlas?.destroy(), [atlas]);
  return atlas;
}
