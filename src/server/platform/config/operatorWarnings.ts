import type { Config } from './config.ts';

/** What an operator has probably forgotten on a site that is no demonstration, in sentences for the log of the start. */
export function operatorWarnings(config: Config): string[] {
  const { mode, isDemo, publicUrl, isHttps, proxyHops, smtpUrl, mailFrom, supportEmail } = config;
  if (isDemo || mode !== 'production') return [];
  const isOnlyHere = /^(localhost|127\.|\[::1\])/.test(new URL(publicUrl).host);
  const rows: [isSo: boolean, sentence: string][] = [
    [
      isOnlyHere,
      `PUBLIC_URL is ${publicUrl}: links in mails and the way back from a payment lead to this machine.`,
    ],
    [
      !isHttps && !isOnlyHere,
      'PUBLIC_URL is not https: passwords and sessions cross the network in the open.',
    ],
    [
      isHttps && proxyHops === 0,
      'TRUST_PROXY is 0: if a proxy ends TLS in front of this server, all visitors share one limit for an address.',
    ],
    [!smtpUrl, 'SMTP_URL is not set: mails are written to files, and nobody gets a code or a receipt.'],
    [
      Boolean(smtpUrl) && mailFrom.includes('@localhost'),
      'MAIL_FROM is not set: mail servers refuse a sender at localhost.',
    ],
    [
      supportEmail === 'support@example.org',
      'SUPPORT_EMAIL is not set: players are told to write to example.org.',
    ],
  ];
  return rows.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}
