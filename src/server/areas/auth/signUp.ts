import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import type { SignUpBody } from '#/contract/auth.ts';
import { DEFAULT_LOCALE } from '#/contract/locale.ts';
import { acceptedLocale } from '../acceptedLocale.ts';
import { addressSubject, giveBack, scaled, spend } from '../budget.ts';
import { requireCaptcha } from '../captcha.ts';
import { mailConfirmation } from '../confirmationMail.ts';
import { accounts, servers } from '../db/schema.ts';
import { withTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../errors.ts';
import { startSession } from '../session.ts';
import { SIGN_UP_BY_ADDRESS } from './budgets.ts';
import { createAccount } from './createAccount.ts';
import { hashPassword, isCommonPassword } from '../password.ts';

/**
 * Signs up and in (A4): account, wallet, fair chain, session and the mail that confirms the address are one transaction.
 * @throws AppError with `errors` of the fields email, login, promo_code, server or password; tooManyRequests; busy
 */
export async function signUp(
  deps: Deps,
  request: FastifyRequest,
  body: SignUpBody,
): Promise<{ token: string }> {
  const { server, login, email, password } = body;
  await requireCaptcha(deps, request, body.captcha, 'signUp');
  if (isCommonPassword(password, login, email))
    fail('passwordCommon', { errors: { password: 'passwordCommon' } });
  const perAddress = scaled(SIGN_UP_BY_ADDRESS, deps.config.rateLimitScale);
  const address = addressSubject(request.ip);
  await spend(deps, perAddress, address);

  const inviterId = await checkReferences(deps, body);
  const passwordHash = await hashPassword(password);
  const locale = acceptedLocale(request.headers['accept-language']) ?? DEFAULT_LOCALE;
  const token = await withTx(deps.pool, async (tx) => {
    const account = {
      serverKey: server,
      login,
      email,
      passwordHash,
      locale,
      ...(inviterId && { inviterId }),
    };
    const id = (await createAccount(tx, deps, account)) ?? (await failTaken(tx, body));
    await mailConfirmation(tx, deps, { id, login, email, locale });
    return startSession(tx, deps, request, id, { event: 'signedUp', passwordHash });
  });
  await giveBack(deps, perAddress, address);
  return { token };
}

/** What the form refers to must exist: the server, and the player whose code it names. */
async function checkReferences(deps: Deps, body: SignUpBody): Promise<number | undefined> {
  const [server] = await deps.db
    .select({ key: servers.key })
    .from(servers)
    .where(eq(servers.key, body.server));
  if (!server) fail('serverRequired', { errors: { server: 'serverRequired' } });
  if (body.promo_code === undefined) return undefined;
  const [inviter] = await deps.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userPromoCode, body.promo_code), ne(accounts.status, 'closed')));
  return inviter?.id ?? fail('errorPromocode', { errors: { promo_code: 'errorPromocode' } });
}

async function failTaken(tx: NodePgDatabase, { server, login, email }: SignUpBody): Promise<never> {
  const isSameLogin = sql<boolean>`lower(${accounts.login}) = lower(${login})`;
  const holders = await tx
    .select({ hasEmail: sql<boolean>`${accounts.email} = ${email}`, hasLogin: isSameLogin })
    .from(accounts)
    .where(and(eq(accounts.serverKey, server), or(eq(accounts.email, email), isSameLogin)));
  const isEmailTaken = holders.some(({ hasEmail }) => hasEmail);
  const isLoginTaken = holders.some(({ hasLogin }) => hasLogin);
  return fail(isEmailTaken ? 'errorEmailExist' : 'errorLoginExist', {
    errors: {
      ...(isEmailTaken && { email: 'errorEmailExist' }),
      ...(isLoginTaken && { login: 'errorLoginExist' }),
    },
  });
}
