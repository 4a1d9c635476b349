import { useEffect, useState } from 'react';
import { loadPicture } from '#/client/stage/host/pictures.ts';
import { LAYERS, layerUrls } from './heroLayers.ts';
import type { ViewName } from './views.ts';

/** The layers of the street by their names in the shader. */
export type Street = Readonly<Record<string, HTMLImageElement>>;

async function loadStreet(view: ViewName): Promise<Street | null> {
  const pictures = await Promise.all(LAYERS.map((layer) => loadPicture(...layerUrls(view, layer))));
  const street: Record<string, HTMLImageElement> = {};
  for (const [at, layer] of LAYERS.entries()) {
    const picture = pictures[at];
    if (!picture) return null;
    street[`u${layer.charAt(0).toUpperCase()}${layer.slice(1)}`] = picture;
  }
  return street;
}

/** The pictures of the street; null until all of them are loaded. */
export function useStreet(view: ViewName, onFailure: () => void): Street | null {
  const [loaded, setLoaded] = useState<{ view: ViewName; street: Street } | null>(null);
  useEffect(() => {
    let isGone = false;
    const load = async () => {
      const street = await loadStreet(view);
      if (isGone) return;
      if (street) setLoaded({ view, street });
      else onFailure();
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [view, onFailure]);
  return loaded?.view === view ? loaded.street : null;
}
