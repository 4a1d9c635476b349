import type { FastifyReply } from 'fastify';

/** Policy for a shown mail: its styles are inside it, and it runs and loads nothing. Its links open beside the page. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join(';');

/** Sets the headers of a mail that is shown in a frame of this site. It is sandboxed, so it has no origin. */
export const setMailHeaders = (reply: FastifyReply): FastifyReply =>
  reply
    .removeHeader('origin-agent-cluster')
    .header('content-security-policy', MAIL_POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8');

/** Answers with a mail as a page of its own, for a frame of this site. */
export const showMail = (reply: FastifyReply, html: string): FastifyReply => setMailHeaders(reply).send(html);

/** Value of the `sandbox` attribute of the frame that shows a mail. */
export const MAIL_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';
