import type { Locale } from '#/contract/kernel/locale.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';
import { ANSWER_META_NAME, MODULE_META_NAME } from '#/contract/kernel/pageNames.ts';
import { builtFiles, type BuiltFiles } from './builtFiles.ts';
import { fontPreloads } from './fontPreloads.ts';

/** Files that a page loads, by source path. */
export interface PageParts {
  /** Module under `src/client/` that works before the rest of the code is loaded. */
  early?: string;
  /** Modules of the page's components, under `src/client/`, the outer one first. */
  modules?: readonly string[];
  /** Text files besides those of the frame. */
  texts?: readonly string[];
  /** Picture at the top of the page, in a tall and a wide form, under `assets/`. */
  picture?: string;
  /**
   * Calls without a query that the page of a signed-in player makes first. The document makes them before any code of the
   * page has come.
   */
  answers?: readonly Pick<Endpoint, 'path'>[];
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
  /** Elements that make the page's first calls, placed after its settings. */
  calls: string[];
  /**
   * Elements placed after those of the frame, which Vite has written into the page, so that the frame's style layers
   * come first.
   */
  last: string[];
}
export type AssetsOf = (parts: PageParts, locale: Locale) => PageAssets;

/** Makes the first calls of a page. */
const EARLY = 'src/client/platform/api/earlyAnswers.ts';

export const NO_ASSETS: PageAssets = { first: [], calls: [], last: [] };

/**
 * Reads the files of each page from the build.
 * @throws Error if the built client has no manifest or lacks the fonts
 */
export async function pageAssets(clientDir: string): Promise<AssetsOf> {
  const files = await builtFiles(clientDir);
  const fonts = fontPreloads(files, clientDir);
  // Vite has written the files of the entry into index.html
  const ofEntry = new Set(needed(files, ['index.html']));

  return ({ early, modules = [], texts = [], answers = [], picture, banner }, locale) => {
    const wanted = [
      ...(early ? [`src/client/${early}`] : []),
      'src/client/app/main.tsx',
      ...modules.map((module) => `src/client/${module}`),
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
      calls:
        answers.length === 0
          ? []
          : [
              ...answers.map(({ path }) => `<meta name="${ANSWER_META_NAME}" content="${path}" />`),
              // runs before the styles have come, unlike one that is not async
              `<script type="module" async crossorigin src="/${files[EARLY]?.file}"></script>`,
            ],
      last: [
        ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}" crossorigin />`),
        // the client fetches the other text files after the first view, see its `entry.ts`
        ...keys.map((key) =>
          atOnce.has(key)
            ? `<link rel="modulepreload" href="/${files[key]?.file}" crossorigin />`
            : `<meta name="${MODULE_META_NAME}" content="/${files[key]?.file}" />`,
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
