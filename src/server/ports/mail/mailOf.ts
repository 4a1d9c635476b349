import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { MailTransport } from './mail.ts';
import { outbox } from './outbox.ts';
import { smtp } from './smtp.ts';

export const outboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox');

/** The SMTP server the operator set, else the outbox in the data folder. */
export function mailOf(config: Config, now: () => Date): MailTransport {
  return config.smtpUrl ? smtp(config.smtpUrl, config.mailFrom) : outbox(outboxFolder(config), now);
}
