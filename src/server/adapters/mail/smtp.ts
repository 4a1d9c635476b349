import { createTransport } from 'nodemailer';
import type { MailTransport } from '#/server/ports/mail.ts';

/** Mails sent at the same time, each on a connection that stays open for the next one. */
const CONNECTIONS = 5;
const CONNECT_TIMEOUT_MS = 5000;
const SILENCE_TIMEOUT_MS = 15_000;
/** Shorter than the lease of the queue, so that no other server sends the mail meanwhile. */
const SEND_TIMEOUT_MS = 25_000;
const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host);

interface SmtpOptions {
  /** smtp:// (STARTTLS) or smtps://. The query is passed to nodemailer, for example `?tls.servername=`. */
  url: string;
  from: string;
  /** The part of the Message-ID after the @. */
  domain: string;
  now: () => Date;
}

/**
 * Sends mails over SMTP. Except to this machine, mails are never sent unencrypted: a server without STARTTLS is refused
 * unless the address says `?requireTLS=false`.
 */
export function smtp({ url, from, domain, now }: SmtpOptions): MailTransport {
  const { host, hostname } = new URL(url);
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    requireTLS: !isLoopback(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
    url,
  });
  // without a listener an idle connection that breaks would end the process; the next mail opens another one
  transport.on('error', () => {});
  return {
    sender: { code: 'smtp', place: host },
    send: async ({ to, locale, subject, text, html, stopUrl, id }) => {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        date: now(),
        headers: {
          'Content-Language': locale,
          // prevents automatic replies, such as holiday notices
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(stopUrl !== undefined && {
            'List-Unsubscribe': `<${stopUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
    },
    close: () => transport.close(),
  };
}
