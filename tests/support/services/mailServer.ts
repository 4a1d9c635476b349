import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail extends Email {
  /** The raw mail as it was received. */
  raw: string;
  to: NonNullable<Email['to']>;
  envelope: { from: string; to: string[] };
  isEncrypted: boolean;
}

export interface MailServer {
  url: string;
  /** Accepted mails, in the order of arrival. */
  mails: ReceivedMail[];
  /** Refusal for every mail; null: mails are accepted. */
  refuseWith: (error: { responseCode: number; message: string } | null) => void;
  /** Called after a mail was accepted, before the sender gets the answer. */
  onTaken: (work: () => Promise<void>) => void;
  connections: () => number;
  close: () => Promise<void>;
}

/** A real SMTP server on loopback that keeps the mails it gets. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: { responseCode: number; message: string } | null = null;
  let afterTaking = () => Promise.resolve();
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onData: (stream, session, done) => {
      const take = async () => {
        const raw = await text(stream);
        if (refusal) return done(Object.assign(new Error(refusal.message), refusal));
        const { mailFrom, rcptTo } = session.envelope;
        const parsed = await PostalMime.parse(raw);
        mails.push({
          ...parsed,
          raw,
          to: parsed.to ?? [],
          envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
          isEncrypted: session.secure,
        });
        await afterTaking();
        done();
      };
      void take();
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseWith: (error) => {
      refusal = error;
    },
    onTaken: (work) => {
      afterTaking = work;
    },
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
