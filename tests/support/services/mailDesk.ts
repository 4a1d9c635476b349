import type { MailKind } from '#/contract/mail.ts';
import { smtp } from '#/server/adapters/mail/smtp.ts';
import { SAMPLES } from '#/server/platform/mail/mailSamples.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import type { TestApp } from '../app/testApp.ts';
import { type MailServer, startMailServer } from './mailServer.ts';

interface MailRow {
  id: string;
  cause: string;
  attempts: number;
  sent_at: Date | null;
  failed_at: Date | null;
  dropped_at: Date | null;
  run_at: Date;
  last_error: string | null;
  content_encrypted: Buffer | null;
}

/** An empty mail queue, and a mail server to which `overSmtp` sends. */
export interface MailDesk {
  server: MailServer;
  overSmtp: Deps;
  close: () => Promise<void>;
}

export async function startMailDesk(app: TestApp): Promise<MailDesk> {
  await app.pool.query('DELETE FROM mail_queue');
  app.mails.length = 0;
  const server = await startMailServer();
  const transport = smtp({
    url: server.url,
    from: 'ONE RP <no-reply@one.example>',
    domain: 'one.example',
    now: app.deps.now,
  });
  return {
    server,
    overSmtp: { ...app.deps, mail: transport },
    close: async () => {
      transport.close?.();
      await server.close();
    },
  };
}

/** Queues a sample of a kind. */
export const queueSample = (
  app: TestApp,
  cause: string,
  kind: MailKind = 'passwordChanged',
  { to = 'marlo@example.org', accountId = null }: { to?: string; accountId?: number | null } = {},
) =>
  withTx(app.pool, (tx) =>
    queueMail(tx, app.deps, accountId, cause, {
      kind,
      to,
      isConfirmed: true,
      locale: 'uk',
      variables: SAMPLES[kind],
    }),
  );

/** Reads the row of a cause. */
export async function mailRow({ pool }: TestApp, cause: string): Promise<MailRow> {
  const { rows } = await pool.query<MailRow>('SELECT * FROM mail_queue WHERE cause = $1', [cause]);
  return rows[0]!;
}
