import { join } from 'node:path';
import type { Config } from '#/server/platform/config/config.ts';
import type { MailTransport } from '#/server/ports/mail.ts';
import { outbox } from './outbox.ts';
import { smtp } from './smtp.ts';

/** Folder of the outbox. */
export const outboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox');

/** Creates the transport: the mail server of the settings, or the outbox. */
export function mailOf(config: Config, now: () => Date): MailTransport {
  const { smtpUrl, mailFrom, publicUrl } = config;
  if (!smtpUrl) return outbox(outboxFolder(config), now);
  return smtp({ url: smtpUrl, from: mailFrom, domain: new URL(publicUrl).hostname, now });
}
