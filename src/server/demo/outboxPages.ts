import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#/server/platform/config/config.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { escapeHtml } from '#/server/platform/markup/escape.ts';
import { colours } from '#/server/platform/markup/brandColours.ts';
import { outboxFolder } from '#/server/adapters/mail/mailOf.ts';
import { listOutbox, type OutboxMail, readOutboxHtml } from '#/server/adapters/mail/outbox.ts';
import { MAIL_SANDBOX, showMail } from '#/server/platform/http/showMail.ts';
import { DEMO_CSS } from './demoLook.ts';
import { forThisMachine } from './forThisMachine.ts';
import { isUrlOfThisMachine } from '#/server/platform/config/thisMachine.ts';

const CSS = `${DEMO_CSS}
ol { margin: 0; padding: 0; list-style: none; background: ${colours.ink850}; max-height: 80vh; overflow: auto }
li { border-bottom: 1px solid ${colours.stroke} }
li a { display: block; padding: 12px 16px; color: inherit; text-decoration: none; overflow-wrap: anywhere }
li a:hover, li a[aria-current] { background: ${colours.stroke} }
li a[aria-current] { box-shadow: inset 3px 0 ${colours.sodium500} }
iframe { display: block; width: 100%; height: 70vh; margin-top: 16px; border: 1px solid ${colours.stroke} }
summary { margin-top: 16px; cursor: pointer }
@media (min-width: 900px) { main { grid-template-columns: 380px minmax(0, 1fr) } }
`;

const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'`,
  "frame-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/**
 * Whether the outbox can be read in the browser: the site is being tried out or developed, no mail server is set, and
 * the public URL is this machine's. With a public address, requests through a proxy that adds no header would look
 * like requests from this machine.
 */
export function hasOutboxPages({
  smtpUrl,
  isDemo,
  hasPlayground,
  publicUrl,
}: Pick<Config, 'smtpUrl' | 'isDemo' | 'hasPlayground' | 'publicUrl'>): boolean {
  return !smtpUrl && (isDemo || hasPlayground) && isUrlOfThisMachine(publicUrl);
}

/**
 * Serves `/outbox`: the mails that a mail server would have sent. They hold codes, so only this machine may read
 * them.
 */
export function outboxPages(app: FastifyInstance, config: Config): void {
  if (!hasOutboxPages(config)) return;
  const folder = outboxFolder(config);
  const onRequest = forThisMachine(config);
  for (const url of ['/outbox', '/outbox/:name'])
    app.get<{ Params: { name?: string } }>(url, { onRequest }, async ({ params }, reply) => {
      const mails = await listOutbox(folder);
      const shown = params.name === undefined ? mails[0] : mails.find(({ name }) => name === params.name);
      if (params.name !== undefined && !shown) fail('notFound');
      return reply
        .header('content-security-policy', PAGE_POLICY)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page(mails, shown, folder));
    });
  app.get<{ Params: { name: string } }>('/outbox/:name/mail', { onRequest }, async ({ params }, reply) =>
    showMail(reply, (await readOutboxHtml(folder, params.name)) ?? fail('notFound')),
  );
}

function page(mails: OutboxMail[], shown: OutboxMail | undefined, folder: string): string {
  const rows = mails.map(
    (mail) => `<li><a href="/outbox/${mail.name}"${mail === shown ? ' aria-current="true"' : ''}>
<small>${timeOf(mail)} · ${mail.locale}</small>${escapeHtml(mail.subject)}<small>${escapeHtml(mail.to)}</small></a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/brand/favicon.svg" type="image/svg+xml">
<title>Outbox — ONE RP</title>
<style>${CSS}</style>
</head>
<body>
<header>
<h1>Outbox</h1>
<p>SMTP_URL is not set: mails stay in ${escapeHtml(folder)}, the newest 500.</p>
</header>
<main>
${mails.length > 0 ? `<nav aria-label="Mails"><ol>${rows.join('\n')}</ol></nav>` : '<p>No mail yet. Sign up, and the first one comes.</p>'}
${shown ? mailOnPage(shown) : ''}
</main>
</body>
</html>
`;
}

function mailOnPage(mail: OutboxMail): string {
  return `<article lang="${mail.locale}">
<h2>${escapeHtml(mail.subject)}</h2>
<p lang="en">to ${escapeHtml(mail.to)} · ${timeOf(mail)} UTC · in ${mail.locale}</p>
<iframe title="The mail" sandbox="${MAIL_SANDBOX}" src="/outbox/${mail.name}/mail"></iframe>
<details><summary lang="en">As plain text</summary><pre>${withLinks(mail.text)}</pre></details>
</article>`;
}

const timeOf = ({ sentAt }: OutboxMail) => escapeHtml(sentAt.slice(0, 19).replace('T', ' '));

const withLinks = (text: string) =>
  escapeHtml(text).replaceAll(
    /https?:\/\/[^\s<]+/g,
    (url) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`,
  );
