/** A scene and its values that differ from the defaults, as in the address. */
export interface SceneAddress {
  scene: string;
  values: Readonly<Record<string, string>>;
}

/** Parses an address such as `#roulette?items=5&at=4000`. */
export function parseSceneAddress(hash: string): SceneAddress {
  const [scene = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  return { scene, values: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes a scene and its values as an address, in the form that `parseSceneAddress` reads. */
export function formatSceneAddress({ scene, values }: SceneAddress): string {
  const query = new URLSearchParams(values).toString();
  return `#${scene}${query && `?${query}`}`;
}
