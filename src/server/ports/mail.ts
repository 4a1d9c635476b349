import type { Locale } from '#/contract/kernel/locale.ts';

/** A mail as it leaves the site. */
export interface MailMessage {
  to: string;
  locale: Locale;
  subject: string;
  text: string;
  html: string;
  /** Address at which a mail program asks for no more mails of this kind (RFC 8058). */
  stopUrl?: string;
  /** Stable id of the mail. If it is sent again after a lost answer, it has the same Message-ID. */
  id: string;
}

/** Who sends mails, for operators. */
export interface MailSender {
  /** `nobody` in tests, and while the past of the demonstration is made. */
  code: 'smtp' | 'outbox' | 'nobody';
  /** Host of the mail server, or folder of the outbox; '' for nobody. */
  place: string;
}

/** The transport of mails. */
export interface MailTransport {
  sender: MailSender;
  /** @throws if the mail was not accepted within the transport's time limit; the queue retries it */
  send: (message: MailMessage) => Promise<void>;
  /** Closes open connections. */
  close?: () => void;
}
