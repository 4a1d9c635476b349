import type { FastifyReply } from 'fastify';

/** A mail has its looks in itself, runs nothing and loads nothing; its links open beside the page it is shown in. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join(';');

/** Answers with a mail as a page of its own, for a frame of this site; sandboxed, it has no origin to ask a process for. */
export function showMail(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .removeHeader('origin-agent-cluster')
    .header('content-security-policy', MAIL_POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** For the frame that shows it. */
export const MAIL_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';
