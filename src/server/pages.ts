import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LOCALES, localePrefix, splitLocale } from '#/contract/locale.ts';
import { serveBrand } from './brand.ts';
import type { Config } from './config.ts';
import { fontPreloads } from './fontPreloads.ts';
import { fillPage, type Page } from './pageHead.ts';

const PAGES: readonly Page[] = [
  { path: '/', title: 'landing:title', description: 'landing:description' },
  { path: '/auth', title: 'auth:title' },
  { path: '/email-verification', title: 'auth:verification.title' },
  { path: '/terms', title: 'legal:terms.title', description: 'legal:terms.lead' },
  { path: '/privacy', title: 'legal:privacy.title', description: 'legal:privacy.lead' },
  { path: '/credits', title: 'legal:credits.title', description: 'legal:credits.lead' },
  { path: '/cabinet', title: 'cabinet:title' },
  { path: '/cabinet/case/:id(^[1-9]\\d{0,9}$)', title: 'cabinet:title' },
  { path: '/donate', title: 'shop:title' },
  { path: '/donate/case/:id(^[1-9]\\d{0,9}$)', title: 'shop:title' },
  { path: '/donate/verification-payment', title: 'shop:checkout.title' },
  { path: '/donate/success', title: 'shop:result.title' },
  { path: '/donate/fail', title: 'shop:result.title' },
];
const PLAYGROUND: Page = { path: '/playground' };
const MISSING: Page = { path: '*', title: 'common:notFound.title' };

/** The document for an address, with the placeholders of `fillPage` in it. */
export type TemplateFor = (url: string) => Promise<string>;
type ShowPage = (page: Page, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the built client: its assets, and index.html for every page in every language.
 * @returns what shows the page "there is no such page", with status 404
 * @throws Error with a sentence for the operator when the client is not built
 */
export async function servePages(
  app: FastifyInstance,
  config: Config,
  developmentTemplate?: TemplateFor,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const templateFor = developmentTemplate ?? (await builtTemplate(app, config));
  await serveBrand(app);
  // Vite serves the fonts of a page in development from where they lie
  const fonts = developmentTemplate ? null : await fontPreloads(config.clientDir);
  const show: ShowPage = async (page, request, reply) => {
    const url = request.url.split('?', 1)[0] ?? '/';
    const { locale, rest } = splitLocale(url);
    const html = fillPage(await templateFor(url), {
      page,
      path: rest,
      publicUrl: config.publicUrl,
      fontUrls: fonts?.[locale] ?? [],
      config: {
        locale,
        apiBaseUrl: config.apiBaseUrl,
        captcha: { provider: config.captcha, siteKey: config.captchaSiteKey },
        supportEmail: config.supportEmail,
        hasPlayground: config.hasPlayground,
      },
      csrfToken: reply.generateCsrf(),
    });
    // the token belongs to one visitor
    return reply.header('cache-control', 'private, no-cache').type('text/html; charset=utf-8').send(html);
  };

  for (const page of config.hasPlayground ? [...PAGES, PLAYGROUND] : PAGES)
    for (const locale of LOCALES)
      app.route({
        method: ['GET', 'HEAD'],
        url: page.path === '/' ? localePrefix(locale) || '/' : localePrefix(locale) + page.path,
        handler: (request, reply) => show(page, request, reply),
      });
  for (const url of ['/ru', '/ru/*'])
    app.route({
      method: ['GET', 'HEAD'],
      url,
      // one slash at the start, or //elsewhere would lead away from the site
      handler: (request, reply) => reply.redirect(request.url.replace(/^\/ru[/\\]*/, '/'), 301),
    });
  return (request, reply) => show(MISSING, request, reply.code(404));
}

async function builtTemplate(app: FastifyInstance, { clientDir }: Config): Promise<TemplateFor> {
  const template = await readFile(join(clientDir, 'index.html'), 'utf8').catch((error: unknown) => {
    throw new Error(`The client is not built in ${clientDir}: run npm run build.`, { cause: error });
  });
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  });
  return async () => template;
}
