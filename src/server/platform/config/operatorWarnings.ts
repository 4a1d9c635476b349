import { existsSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { SettingWarningCode } from '#/contract/operator/site.ts';
import type { Config } from './config.ts';
import { projectRoot } from './projectRoot.ts';
import { isUrlOfThisMachine } from './thisMachine.ts';

/** A setting that is probably missing or wrong. */
export interface SettingWarning {
  /** Names the sentence that operators read in their language. */
  code: SettingWarningCode;
  /** What the sentence of the code quotes: an address or a folder. Empty if it quotes nothing. */
  value: string;
  /** English, for the log of the start. */
  sentence: string;
}

type Row = [isSo: boolean, code: SettingWarningCode, sentence: string, value?: string];

/** Keeps the rows that apply. */
export const warningsIn = (rows: Row[]): SettingWarning[] =>
  rows.flatMap(([isSo, code, sentence, value = '']) => (isSo ? [{ code, value, sentence }] : []));

/** Warns about settings that are probably missing. */
export function operatorWarnings(config: Config): SettingWarning[] {
  const { mode, isDemo, publicUrl, isHttps, proxyHops, smtpUrl, mailFrom, supportEmail } = config;
  const { databaseUrl, dataDir } = config;
  if (isDemo) return demoWarnings(config);
  if (mode !== 'production') return [];
  const isOnlyHere = isUrlOfThisMachine(publicUrl);
  return warningsIn([
    [
      isOnlyHere,
      'publicUrlIsLocal',
      `PUBLIC_URL is ${publicUrl}: links in mails and the way back from a payment lead to this machine.`,
      publicUrl,
    ],
    [
      !isHttps && !isOnlyHere,
      'publicUrlIsOpen',
      'PUBLIC_URL is not https: passwords and sessions cross the network in the open.',
    ],
    [
      isHttps && proxyHops === 0,
      'proxyUnknown',
      'TRUST_PROXY is 0: if a proxy ends TLS in front of this server, all visitors share one limit for an address.',
    ],
    [
      !smtpUrl,
      'mailsToFiles',
      'SMTP_URL is not set: mails are written to files, and nobody gets a code or a receipt.',
    ],
    [
      Boolean(smtpUrl) && mailFrom.includes('@localhost'),
      'mailFromMissing',
      'MAIL_FROM is not set: mail servers refuse a sender at localhost.',
    ],
    [
      supportEmail === 'support@example.org',
      'supportEmailMissing',
      'SUPPORT_EMAIL is not set: players are told to write to example.org.',
    ],
    [
      !config.seller,
      'sellerMissing',
      'SELLER is not set: the law of most countries wants buyers to know who sells.',
    ],
    [
      !databaseUrl && !isOnlyHere && isInProgram(dataDir),
      'dataInProgramFolder',
      `DATA_DIR is ${dataDir}, in the folder of the program: the next version, in a folder of its own, would begin without this data.`,
      dataDir,
    ],
  ]);
}

/** Warns about a demonstration that strangers may reach: its player has a public password. */
function demoWarnings({ host, publicUrl, proxyHops, payments }: Config): SettingWarning[] {
  const isOpen =
    !isUrlOfThisMachine(publicUrl) || !isUrlOfThisMachine(`http://${hostInUrl(host)}`) || proxyHops > 0;
  const isReal = Boolean(payments.stripe ?? payments.btcpay);
  return warningsIn([
    [
      isOpen || isReal,
      'demoIsOpen',
      'The demonstration is on where strangers may come: its player has a known password, its discount code is public, its numbers are invented. DEMO=0 turns it off.',
    ],
  ]);
}

/** Whether a folder lies in that of the program, also by a link to it, which leads to another version later. */
const isInProgram = (folder: string): boolean =>
  `${existsSync(folder) ? realpathSync(folder) : folder}${sep}`.startsWith(`${projectRoot}${sep}`);

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);
