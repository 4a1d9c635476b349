import type { FastifyInstance } from 'fastify';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { MAIL_KINDS } from '#/contract/mail.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { mailContent } from '#/server/platform/mail/mailContent.ts';
import { mailHtml } from '#/server/platform/mail/mailHtml.ts';
import type { MailVariables } from '#/server/platform/mail/mails.ts';
import { mailText } from '#/server/platform/mail/mailText.ts';
import { showMail } from './showMail.ts';

const login = 'marlo.night';
const at = '2026-11-21T23:40:00.000Z';
const newEmail = 'marlo.day@example.org';
const order = {
  login,
  server: 'Everest',
  product: 'One Coins',
  quantity: 1,
  coins: 1500,
  bonusCoins: 225,
  priceCents: 15_000,
  discountCents: 1500,
  totalCents: 13_500,
  totalCoins: 0,
  paymentSystem: 'Visa',
  at,
  order: 'q7Yw2mKc9TzR4vNb8HsXdA',
};
const token = 'an-example-this-link-confirms-nothing';

/** Sample values for each kind of mail. `daysLeft` is the first reminder's. */
export const SAMPLES: MailVariables = {
  confirmEmail: { login, token },
  resetCode: { login, code: 'K7QM2XTA' },
  newSignIn: { login, device: 'Chrome · Android', address: '203.0.113.*', at, notMe: token },
  passwordChanged: { login, at, notMe: token },
  twoFaOn: { login, at, notMe: token },
  twoFaOff: { login, at, notMe: token },
  twoFaLocked: { login, at, notMe: token },
  recoveryCodesMade: { login, at, notMe: token },
  unconfirmed: { login, daysLeft: 7, token },
  emailChangeOld: { login, newEmail, token, notMe: token },
  emailChangeNew: { login, token },
  emailChanged: { login, newEmail, undo: token },
  emailChangeUndone: { login },
  gameLinked: { login, character: 'John Doe', server: 'Everest', token, notMe: token },
  gameUnlinked: { login, character: 'John Doe', server: 'Everest', at, notMe: token },
  gameWaiting: { login, server: 'Everest', things: 'Garage slot, Parking space' },
  accountDeleted: { login },
  receipt: order,
  orderRefunded: { ...order, refundedCents: 13_500, owedCoins: 40 },
  orderRefundFailed: order,
  operatorLink: { login: 'Olena', by: 'Marlo', token },
  operatorNeeds: {
    login: 'Olena',
    needs: [
      { need: 'ordersInReview', count: 2 },
      { need: 'mailsFailed', count: 1000 },
    ],
  },
};

/** Renders sample mails for the developers' page: every kind in every language. */
export function mailPreview(app: FastifyInstance, config: Config): void {
  if (!config.hasPlayground) return;
  const asked = (params: unknown) => {
    const wish = params as { locale: string; kind: string };
    const locale = LOCALES.find((known) => known === wish.locale) ?? fail('notFound');
    const kind = MAIL_KINDS.find((known) => known === wish.kind) ?? fail('notFound');
    return mailContent(config, { kind, locale, to: newEmail, variables: SAMPLES[kind] });
  };
  app.get('/playground/mails/:locale/:kind', (request, reply) =>
    showMail(reply, mailHtml(asked(request.params))),
  );
  app.get('/playground/mails/:locale/:kind/text', (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(mailText(asked(request.params))),
  );
}
