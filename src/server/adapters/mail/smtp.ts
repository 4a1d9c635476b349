import { createTransport } from 'nodemailer';
import type { MailTransport } from './mail.ts';

/** Mails sent at the same time, each on a connection that stays open for the next. */
const CONNECTIONS = 5;
const CONNECT_TIMEOUT_MS = 5000;
const SILENCE_TIMEOUT_MS = 15_000;
/** Below the lease of the queue: nobody else has begun to send the mail by then. */
const SEND_TIMEOUT_MS = 25_000;
const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(host);

interface SmtpOptions {
  /** smtp:// (STARTTLS) or smtps://; what stands in its query goes to nodemailer, as `?tls.servername=`. */
  url: string;
  from: string;
  /** Right side of the Message-ID. */
  domain: string;
}

/**
 * A mail server. To any other machine nothing goes in clear text: a server without STARTTLS is refused, unless the
 * address says `?requireTLS=false`.
 */
export function smtp({ url, from, domain }: SmtpOptions): MailTransport {
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
  // without a listener a connection that breaks while it waits would end the process; the next mail opens another
  transport.on('error', () => {});
  return {
    description: `SMTP server ${host}`,
    send: async ({ to, locale, subject, text, html, id }) => {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: {
          'Content-Language': locale,
          // nobody's holiday notice answers a machine
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
        },
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
    },
    close: () => transport.close(),
  };
}
