import type { Config } from './config.ts';
import { isUrlOfThisMachine } from './thisMachine.ts';

/** Warnings about settings that are probably missing, as sentences for the log of the start. */
export function operatorWarnings(config: Config): string[] {
  const { mode, isDemo, publicUrl, isHttps, proxyHops, smtpUrl, mailFrom, supportEmail } = config;
  if (isDemo) return demoWarnings(config);
  if (mode !== 'production') return [];
  const isOnlyHere = isUrlOfThisMachine(publicUrl);
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
    [!config.seller, 'SELLER is not set: the law of most countries wants buyers to know who sells.'],
  ];
  return rows.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}

/** Warns about a demonstration that strangers may reach: its player has a public password. */
function demoWarnings({ host, publicUrl, proxyHops, payments }: Config): string[] {
  const isOpen =
    !isUrlOfThisMachine(publicUrl) || !isUrlOfThisMachine(`http://${hostInUrl(host)}`) || proxyHops > 0;
  const isReal = Boolean(payments.stripe ?? payments.btcpay);
  if (!isOpen && !isReal) return [];
  return [
    'The demonstration is on where strangers may come: its player has a known password, its discount code is public, its numbers are invented. DEMO=0 turns it off.',
  ];
}

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);
