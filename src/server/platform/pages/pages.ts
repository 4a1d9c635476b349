import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Locale, LOCALES, localePrefix, splitLocale } from '#/contract/kernel/locale.ts';
import type { PageConfig } from '#/contract/page.ts';
import { TOKEN_COOKIE } from '#/contract/kernel/pageNames.ts';
import { serveBrand } from './brand.ts';
import type { Config } from '#/server/platform/config/config.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { withDeadline } from '#/server/platform/kernel/deadline.ts';
import { closedParts } from '#/server/platform/kernel/stops.ts';
import { versionInTime } from '#/server/platform/watch/siteVersion.ts';
import { createDocuments, sendOnce } from './documents.ts';
import { keptFiles, NEVER_CHANGES } from './keptFiles.ts';
import { NO_ASSETS, pageAssets } from './pageAssets.ts';
import type { PageSubject } from './linkPreview.ts';
import { carriedRules, fillPage, type Page, type PageThing } from './pageHead.ts';
import { previewOf } from './previewCookie.ts';
import { prerendered } from './prerendered.ts';
import { sendReady } from './readyBytes.ts';
import { serveSiteMap } from './siteMap.ts';
import { MISSING, PLAYGROUND, SITE_PAGES } from './sitePages.ts';

/** Finds the thing that a page is about by its name in the path; undefined if there is none. */
export type FindSubject = (name: string, locale: Locale) => Promise<PageSubject | undefined>;

/** The things that have pages of their own. */
export interface Subjects {
  find: Record<PageThing['kind'], FindSubject>;
  /** Lists the paths, without the language, of those that search engines may show now. */
  listPaths: () => Promise<string[]>;
}

const LATE = 'late';
/** Longest time that a page waits for the thing it is about. */
const PATIENCE_MS = 1500;
const RETRY_SECONDS = 5;
/** The only built file without a hash in its name. Browsers must ask whether their copy is still right. */
const LICENCES = 'licenses.txt';

/** Returns what was found, or `LATE` if the database is silent. The page is shown then, too, and loads its data itself. */
async function inTime<T>({ log }: FastifyRequest, search: Promise<T>): Promise<T | typeof LATE> {
  return withDeadline(search, PATIENCE_MS).catch((error: unknown) => {
    log.warn({ err: error }, 'the thing that a page is about was not found in time');
    return LATE;
  });
}

/** Returns the document for an address, which contains the placeholders of `fillPage`. */
export type TemplateFor = (url: string) => Promise<string>;
type ShowPage = (
  page: Page,
  locale: Locale,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/**
 * Serves the built client: its assets, and index.html for every page in every language.
 * @returns the handler of the page "there is no such page", with status 404
 * @throws Error with a sentence for the operator if the client is not built
 */
export async function servePages(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'pool' | 'bookStops' | 'secretKey' | 'now'>,
  subjects: Subjects,
  developmentTemplate?: TemplateFor,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const { config, bookStops } = deps;
  const templateFor = developmentTemplate ?? (await builtTemplate(app, config));
  await serveBrand(app);
  // in development Vite serves all files from the source
  const assetsOf = developmentTemplate ? () => NO_ASSETS : await pageAssets(config.clientDir);
  const renderedFor = developmentTemplate ? async () => undefined : await prerendered(app, config.clientDir);
  const described = SITE_PAGES.flatMap(({ path, description }) => (description ? path : []));
  serveSiteMap(app, config.publicUrl, async () => [...described, ...(await subjects.listPaths())]);
  const documents = createDocuments();
  const show: ShowPage = async (page, locale, request, reply) => {
    const pageConfig = pageConfigOf(config, locale);
    const isSomebody = Boolean(request.cookies[TOKEN_COOKIE]);
    const preview = previewOf(deps, request);
    // the document names no case during a preview, because the page shows the cases of a draft
    const about = preview && page.about?.kind === 'case' ? undefined : page.about;
    const [name = ''] = Object.values(request.params as Record<string, string>);
    const found = about && (await inTime(request, subjects.find[about.kind](name, locale)));
    const isLate = found === LATE;
    const subject = isLate ? undefined : found;
    const isMissing = about !== undefined && !isLate && !subject;
    if (isLate) void reply.code(503).header('retry-after', RETRY_SECONDS);
    if (isMissing) void reply.code(404);
    const rendered =
      page.isRendered && !isSomebody && !preview
        ? await renderedFor(pathOf(page, locale), pageConfig, (await versionInTime(deps))?.catalogue)
        : undefined;
    const template = await templateFor(plainPath(request));
    // these differ for each visitor, so they are not kept, and stay small
    const isOfOne = Boolean((subject && about?.kind === 'prize') || page.hasToken || preview);
    const closed = closedParts(bookStops);
    const fill = (csrfToken?: string) => {
      const form = { isRendered: rendered !== undefined, hasStyles: !isOfOne };
      const assets = assetsOf(page.parts ?? {}, locale, form);
      const html = fillPage(rendered && page.parts?.picture ? afterPicture(template) : template, {
        page: isMissing ? { ...page, title: about.missing } : page,
        path: pathAbout(page, name),
        publicUrl: config.publicUrl,
        assets,
        rendered,
        subject,
        // a page that was rendered before shows what is closed once it is hydrated
        config: {
          ...pageConfig,
          ...(closed.length > 0 && { closed }),
          ...(preview && { preview: { draft: preview.draft, until: preview.until } }),
        },
        csrfToken,
      });
      return { html, rules: carriedRules({ rendered, assets }) };
    };
    if (isOfOne) {
      // a prize is shown without a token
      const token = page.hasToken || preview ? reply.generateCsrf() : undefined;
      return sendOnce(request, reply, fill(token).html);
    }
    const parts = { template, rendered, told: JSON.stringify([closed, subject]) };
    const document = [page.path, subject ? name : isLate ? LATE : '', locale, isSomebody].join(' ');
    return documents.send(request, reply, document, parts, fill);
  };

  for (const page of config.hasPlayground ? [...SITE_PAGES, PLAYGROUND] : SITE_PAGES)
    for (const locale of LOCALES)
      app.route({
        method: ['GET', 'HEAD'],
        url: pathOf(page, locale),
        handler: (request, reply) => show(page, locale, request, reply),
      });
  // renders all pages at the start, so that the first visitor does not wait
  app.addHook('onListen', async () => {
    const version = (await versionInTime(deps))?.catalogue;
    for (const page of SITE_PAGES)
      if (page.isRendered)
        for (const locale of LOCALES)
          void renderedFor(pathOf(page, locale), pageConfigOf(config, locale), version);
  });
  for (const url of ['/ru', '/ru/*'])
    app.route({
      method: ['GET', 'HEAD'],
      url,
      // reduces leading slashes to one: //elsewhere would lead away from the site
      handler: (request, reply) => reply.redirect(request.url.replace(/^\/ru[/\\]*/, '/'), 301),
    });
  return (request, reply) => show(MISSING, splitLocale(plainPath(request)).locale, request, reply.code(404));
}

const pageConfigOf = (config: Config, locale: Locale): PageConfig => ({
  locale,
  apiBaseUrl: config.apiBaseUrl,
  captcha: { provider: config.captcha, siteKey: config.captchaSiteKey },
  supportEmail: config.supportEmail,
  ...(config.seller && { seller: config.seller }),
  ...(Object.keys(config.community).length > 0 && { community: config.community }),
  ...(config.rulesUrl && { rulesUrl: config.rulesUrl }),
  ...(config.guideUrl && { guideUrl: config.guideUrl }),
  hasPlayground: config.hasPlayground,
});

const plainPath = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/';

/**
 * Path of a page, without the language. It follows from the route and not from the address of a request, which may spell
 * the same path differently: the document is kept for everybody.
 */
const pathAbout = ({ path }: Page, name: string): string =>
  path.replace(/:\w+(?:\(.*\))?$/, () => encodeURIComponent(name));

const pathOf = ({ path }: Page, locale: Locale) =>
  path === '/' ? localePrefix(locale) || '/' : localePrefix(locale) + path;

async function builtTemplate(app: FastifyInstance, { clientDir }: Config): Promise<TemplateFor> {
  const template = await readFile(join(clientDir, 'index.html'), 'utf8').catch((error: unknown) => {
    throw new Error(`The client is not built in ${clientDir}: run npm run build.`, { cause: error });
  });
  const root = join(clientDir, 'assets');
  // sends the films and sounds, also in parts
  await app.register(fastifyStatic, { root, serve: false, index: false, immutable: true, maxAge: '1y' });
  const names = new Set(await readdir(root));
  const findKept = keptFiles(root, names);
  // Built files are not counted by the limit for each address: a cold page loads about 60, so a few players behind one
  // address would be refused scripts. An attacker gains bandwidth only, which the limit did not save either: the files
  // are public, need no database, and come from memory. Any other name is counted, because its answer is a rendered page.
  const isUncounted = ({ params }: FastifyRequest) => names.has((params as { '*': string })['*']);
  // does not use the plugin's own route, because it would read the whole folder for each request
  app.get<{ Params: { '*': string } }>('/assets/*', { config: { isUncounted } }, async (request, reply) => {
    const name = request.params['*'];
    const kept = await findKept(name);
    const caching = name === LICENCES ? 'public, no-cache' : NEVER_CHANGES;
    if (kept) return sendReady(request, reply.header('cache-control', caching), kept);
    return names.has(name) ? reply.sendFile(name) : reply.callNotFound();
  });
  return async () => template;
}

/** Lowers the priority of the code of a page that opens with a picture, so that the picture is loaded first. */
function afterPicture(html: string): string {
  return html.replaceAll(
    /<(?:script type="module"|link rel="modulepreload")/g,
    (start) => `${start} fetchpriority="low"`,
  );
}
