import unknownUrl from '../../assets/brand/unknown.svg?no-inline';

/** Addresses of the rendered pictures, by file path. A picture's name is the `imageName` of the API. */
const itemFiles = import.meta.glob<string>('../../assets/items/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
});
const caseFiles = import.meta.glob<string>('../../assets/cases/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
});

function urlOf(files: Record<string, string>, path: string): string {
  const url = files[path];
  if (!url) console.warn(`no picture ${path}`);
  return url ?? unknownUrl;
}

/** The picture of a prize and the white mask of its rim light, which the page tints with the rarity. */
export function itemImage(imageName: string): { url: string; rimUrl: string | undefined } {
  return {
    url: urlOf(itemFiles, `../../assets/items/${imageName}.avif`),
    rimUrl: itemFiles[`../../assets/items/${imageName}.rim.avif`],
  };
}

/** The picture of a case: 420 px for lists, the hero of 900 px for its own page. */
export function caseImage(imageName: string, size: 'card' | 'hero' = 'card'): string {
  return urlOf(caseFiles, `../../assets/cases/${imageName}${size === 'hero' ? '.hero' : ''}.avif`);
}
