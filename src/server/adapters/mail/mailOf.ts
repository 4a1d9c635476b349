import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { MailTransport } from './mail.ts';
import { outbox } from './outbox.ts';
import { smtp } from './smtp.ts';

/** Where the mails of the outbox lie. */
export const outboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox');

/** The mail server of the settings, else the outbox. */
export function mailOf(config: Config, now: () => Date): MailTransport {
  const { smtpUrl, mailFrom, publicUrl } = config;
  if (!smtpUrl) return outbox(outboxFolder(config), now);
  return smtp({ url: smtpUrl, from: mailFrom, domain: new URL(publicUrl).hostname });
}
