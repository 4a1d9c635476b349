import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { OPERATOR_LANGUAGE_COOKIE } from '#/contract/operator/people/operatorPage.ts';
import type { PageConfig } from '#/contract/page.ts';
import { CSRF_META_NAME, PAGE_CONFIG_ID } from '#/contract/kernel/pageNames.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { escapeHtml, escapeJson } from '#/server/platform/markup/escape.ts';
import { pageText } from '#/server/platform/markup/pageTexts.ts';
import { THEME_COLOR } from './brand.ts';
import { sendCompressed } from './readyBytes.ts';
import type { TemplateFor } from './pages.ts';

/**
 * Serves the operators' program: one document for every address below /operator, and its files. Callers from networks
 * that are not allowed get the page "there is no such page". If the program is not built, that is only logged,
 * because the players' pages do not need it.
 * @param showMissingPage answers with that page
 */
export async function serveOperatorPages(
  app: FastifyInstance,
  config: Config,
  showMissingPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  developmentTemplate?: TemplateFor,
): Promise<void> {
  const templateFor = developmentTemplate ?? (await builtTemplate(app, config));
  if (!templateFor) return;
  const policy = policyOf(config);
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!config.operator.isAllowedFrom(request.ip)) return showMissingPage(request, reply.code(404));
    const html = fill(await templateFor(request.url), config, localeOf(request), reply.generateCsrf());
    void reply.type('text/html; charset=utf-8');
    void reply.header('content-security-policy', policy);
    void reply.header('cache-control', 'no-store');
    void reply.header('x-robots-tag', 'noindex');
    return sendCompressed(request, reply, html);
  };
  for (const url of ['/operator', '/operator/*']) app.get(url, show);
}

async function builtTemplate(
  app: FastifyInstance,
  { clientDir, operator }: Config,
): Promise<TemplateFor | undefined> {
  const folder = join(clientDir, '../operator');
  const template = await readFile(join(folder, 'operator.html'), 'utf8').catch((error: unknown) => {
    app.log.error(error, `the operators' program is not built in ${folder}: run npm run build`);
    return undefined;
  });
  if (template === undefined) return undefined;
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/operator/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    allowedPath: (_path, _root, request) => operator.isAllowedFrom(request.ip),
  });
  return async () => template;
}

/** The language that the operator chose; otherwise the browser's. */
function localeOf({ cookies, headers }: FastifyRequest): Locale {
  const chosen = LOCALES.find((locale) => locale === cookies[OPERATOR_LANGUAGE_COOKIE]);
  return chosen ?? acceptedLocale(headers['accept-language']) ?? DEFAULT_LOCALE;
}

function fill(template: string, config: Config, locale: Locale, csrfToken: string): string {
  const pageConfig: PageConfig = {
    locale,
    apiBaseUrl: '',
    captcha: { provider: 'altcha', siteKey: '' },
    supportEmail: config.supportEmail,
    hasPlayground: false,
  };
  const head = [
    `<title>${escapeHtml(pageText(locale, 'operator:title') ?? '')}</title>`,
    `<meta name="theme-color" content="${THEME_COLOR}" />`,
    '<meta name="robots" content="noindex" />',
    `<meta name="${CSRF_META_NAME}" content="${escapeHtml(csrfToken)}" />`,
    `<script type="application/json" id="${PAGE_CONFIG_ID}">${escapeJson(pageConfig)}</script>`,
  ];
  const noScript = `<noscript><p>${escapeHtml(pageText(locale, 'operator:noScript') ?? '')}</p></noscript>`;
  return template
    .replace(/<html lang="[^"]*">/, () => `<html lang="${locale}">`)
    .replace('<!--page-head-->', () => head.join('\n    '))
    .replace('<div id="root"></div>', (root) => `${root}\n    ${noScript}`);
}

/**
 * Content security policy of the operators' pages: nothing from other origins, no captcha, no frames but those of
 * sample mails, which have a policy of their own. It is stricter than the players' pages (O29).
 */
function policyOf({ mode, isHttps }: Config): string {
  const isDevelopment = mode === 'development';
  const inline = isDevelopment ? " 'unsafe-inline'" : '';
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "frame-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
    'report-uri /csp-report',
  ].join('; ');
}
