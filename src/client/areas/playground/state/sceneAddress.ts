/** What the address says of the playground: a scene, and whatever of it is not as usual. */
export interface SceneAddress {
  scene: string;
  values: Readonly<Record<string, string>>;
}

/** Takes `#roulette?items=5&at=4000` apart. */
export function parseSceneAddress(hash: string): SceneAddress {
  const [scene = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  return { scene, values: Object.fromEntries(new URLSearchParams(query)) };
}

export function formatSceneAddress({ scene, values }: SceneAddress): string {
  const query = new URLSearchParams(values).toString();
  return `#${scene}${query && `?${query}`}`;
}
