import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Elements for what is needed first, placed before everything else. */
  first: string[];
  /** Elements that make the page's first calls, placed after its settings. */
  calls: string[];
  /**
   * Elements placed after those of the frame, which Vite has written into the page, so that the frame's style layers
   * come first.
   */
  last: string[];
  /** Style rules of the frame and the page, to be written into the document. Empty if it fetches them as files. */
  styles: string;
}

export interface DocumentForm {
  /** Whether the document has the markup of the page, which is shown before any code has come. */
  isRendered: boolean;
  /**
   * Whether the style rules are written into the document. They would cost too much in one that is compressed for each
   * visitor.
   */
  hasStyles: boolean;
}
export type AssetsOf = (parts: PageParts, locale: Locale, form: DocumentForm) => PageAssets;

/** Makes the first calls of a page. */
const EARLY = 'src/client/platform/api/earlyAnswers.ts';

/** Size before compression from which a script counts as large: its transfer takes longer than its request. */
const LARGE_BYTES = 50_000;

export const NO_ASSETS: PageAssets = { first: [], calls: [], last: [], styles: '' };

/**
 * Reads the files of each page from the build.
 * @throws Error if the built client has no manifest or lacks the fonts
 */
export async function pageAssets(clientDir: string): Promise<AssetsOf> {
  const files = await builtFiles(clientDir);
  const fonts = fontPreloads(files, clientDir);
  // Vite has written the files of the entry into index.html
  const ofEntry = new Set(needed(files, ['index.html']));
  const stylesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => files[key]?.css ?? []);
  const start = needed(files, ['index.html', EARLY]);
  const large = await largeFiles(files, clientDir);
  const rules = await styleRules(files, clientDir);
  // browsers fetch six files at a time over HTTP/1.1, so a large one that waits for its turn would come last
  const largeFirst = (keys: string[]) => [
    ...keys.filter((key) => large.has(key)),
    ...keys.filter((key) => !large.has(key)),
  ];

  return ({ early, modules = [], texts = [], answers = [], picture, banner }, locale, form) => {
    const { isRendered, hasStyles } = form;
    const frame = ['src/client/app/main.tsx', `locales/${locale}/common.json`];
    const wanted = [
      ...(early ? [`src/client/${early}`] : []),
      ...frame,
      ...modules.map((module) => `src/client/${module}`),
      ...texts.map((name) => `locales/${locale}/${name}.json`),
    ];
    const keys = needed(files, wanted).filter((key) => !ofEntry.has(key));
    // without markup, nothing is shown until the frame runs: it runs while the code of the page is still loading
    const atFirst = isRendered ? [] : [...new Set([...start, ...largeFirst(needed(files, frame))])];
    const priority = isRendered ? '' : ' fetchpriority="low"';
    const ofEarly = new Set(early ? needed(files, [`src/client/${early}`]) : []);
    const isLater = (key: string) => isRendered && (early ? !ofEarly.has(key) : picture !== undefined);
    const styles = new Set(stylesOf(keys));
    const carried = hasStyles ? new Set([...stylesOf(ofEntry), ...styles]) : [];
    const disabled = hasStyles ? ' disabled' : '';
    return {
      first: [
        ...atFirst.map((key) => `<link rel="modulepreload" href="/${files[key]?.file}" crossorigin />`),
        ...fonts[locale].map(
          // fonts are fetched without credentials, so without crossorigin they would load twice
          (url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin${priority} />`,
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
        // a disabled sheet is not fetched, and Vite's loader, which finds it, does not fetch it either
        ...[...styles].map((file) => `<link rel="stylesheet"${disabled} href="/${file}" crossorigin />`),
        // the client fetches the other text files after the first view, see its `entry.ts`
        ...keys
          .filter((key) => !atFirst.includes(key))
          .map((key) =>
            isLater(key)
              ? `<meta name="${MODULE_META_NAME}" content="/${files[key]?.file}" />`
              : `<link rel="modulepreload" href="/${files[key]?.file}" crossorigin${priority} />`,
          ),
      ],
      styles: [...carried].map((file) => rules.get(file) ?? '').join(''),
    };
  };
}

/** Reads the style sheets of the build, by their paths. */
async function styleRules(files: BuiltFiles, clientDir: string): Promise<Map<string, string>> {
  const sheets = [...new Set(Object.values(files).flatMap(({ css }) => css))];
  const read = sheets.map(async (file) => [file, await readFile(join(clientDir, file), 'utf8')] as const);
  return new Map(await Promise.all(read));
}

/** Finds the large scripts of the build, by their source paths. */
async function largeFiles(files: BuiltFiles, clientDir: string): Promise<Set<string>> {
  const scripts = Object.entries(files).filter(([, { file }]) => file.endsWith('.js'));
  const sized = scripts.map(async ([key, { file }]) => ({
    key,
    bytes: (await stat(join(clientDir, file))).size,
  }));
  return new Set((await Promise.all(sized)).flatMap(({ key, bytes }) => (bytes >= LARGE_BYTES ? key : [])));
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
