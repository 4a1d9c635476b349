import type { Locale } from '#/contract/kernel/locale.ts';
import { builtFiles, type BuiltFiles } from './builtFiles.ts';
import { fontPreloads } from './fontPreloads.ts';

/** Files that a page loads, by source path. */
export interface PageParts {
  /** Module under `src/client/` that works before the rest of the code is loaded. */
  early?: string;
  /** Module of the page's component, under `src/client/`. */
  module?: string;
  /** Text files besides those of the frame. */
  texts?: readonly string[];
  /** Picture at the top of the page, in a tall and a wide form, under `assets/`. */
  picture?: string;
  /** First picture of a page that the server does not render. Its code would ask for it seconds later. */
  banner?: {
    /** Under `assets/`, without its width. */
    name: string;
    widths: readonly number[];
    /** Drawn widths, as the page's `sizes` tells them. */
    sizes: string;
  };
}

/** Elements of the head that fetch a page's files while its code is still loading. */
export interface PageAssets {
  /** Elements for the first view, placed before everything else. */
  first: string[];
  /**
   * Elements placed after those of the frame, which Vite has written into the page, so that the frame's style layers
   * come first.
   */
  last: string[];
}
export type AssetsOf = (parts: PageParts, locale: Locale) => PageAssets;

export const NO_ASSETS: PageAssets = { first: [], last: [] };

/**
 * Reads the files of each page from the build.
 * @throws Error if the built client has no manifest or lacks the fonts
 */
export async function pageAssets(clientDir: string): Promise<AssetsOf> {
  const files = await builtFiles(clientDir);
  const fonts = fontPreloads(files, clientDir);
  // Vite has written the files of the entry into index.html
  const ofEntry = new Set(needed(files, ['index.html']));

  return ({ early, module, texts = [], picture, banner }, locale) => {
    const wanted = [
      ...(early ? [`src/client/${early}`] : []),
      'src/client/app/main.tsx',
      ...(module ? [`src/client/${module}`] : []),
      ...['common', ...texts].map((name) => `locales/${locale}/${name}.json`),
    ];
    const keys = needed(files, wanted).filter((key) => !ofEntry.has(key));
    const atOnce = new Set(early ? needed(files, [`src/client/${early}`]) : picture ? [] : keys);
    const styles = new Set(keys.flatMap((key) => files[key]?.css ?? []));
    return {
      first: [
        ...fonts[locale].map(
          // fonts are fetched without credentials, so without crossorigin they would load twice
          (url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin />`,
        ),
        ...(picture ? picturePreloads(files, picture) : []),
        ...(banner ? bannerPreload(files, banner) : []),
      ],
      last: [
        ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}" crossorigin />`),
        // the client fetches the other text files after the first view, see its `entry.ts`
        ...keys.map((key) =>
          atOnce.has(key)
            ? `<link rel="modulepreload" href="/${files[key]?.file}" crossorigin />`
            : `<meta name="module" content="/${files[key]?.file}" />`,
        ),
      ],
    };
  };
}

/** Lists modules of the build with everything they import, each once, in the order of the imports. */
function needed(files: BuiltFiles, roots: readonly string[]): string[] {
  const keys = new Set<string>();
  const visit = (key: string) => {
    if (keys.has(key) || !files[key]) return;
    keys.add(key);
    for (const imported of files[key].imports) visit(imported);
  };
  for (const root of roots) visit(root);
  return [...keys];
}

/** Media conditions by which the page chooses between the forms. */
const VIEWS = { tall: '(max-width: 767px)', wide: '(min-width: 768px)' } as const;

function picturePreloads(files: BuiltFiles, picture: string): string[] {
  return Object.entries(VIEWS).flatMap(([view, media]) => {
    const file = files[`assets/${picture}-${view}.avif`]?.file;
    if (!file) return [];
    return `<link rel="preload" as="image" type="image/avif" imagesrcset="/${file}" media="${media}" fetchpriority="high" />`;
  });
}

function bannerPreload(
  files: BuiltFiles,
  { name, widths, sizes }: NonNullable<PageParts['banner']>,
): string[] {
  const sources = widths.flatMap((width) => {
    const file = files[`assets/${name}-${width}.avif`]?.file;
    return file ? [`/${file} ${width}w`] : [];
  });
  if (sources.length === 0) return [];
  const set = sources.join(', ');
  return [`<link rel="preload" as="image" type="image/avif" imagesrcset="${set}" imagesizes="${sizes}" />`];
}
