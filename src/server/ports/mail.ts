import type { Locale } from '#/contract/locale.ts';

/** A mail as it leaves the site. */
export interface MailMessage {
  to: string;
  locale: Locale;
  subject: string;
  text: string;
  html: string;
  /** Names the mail for good: sent again after a lost answer, it is the same Message-ID. */
  id: string;
}

/** Where mails go. */
export interface MailTransport {
  /** For the operator: "outbox in data/outbox", "SMTP server mail.example.org". */
  description: string;
  /** @throws when the mail was not taken within 25 s; it is tried again later */
  send: (message: MailMessage) => Promise<void>;
  /** Ends what is open. */
  close?: () => void;
}
