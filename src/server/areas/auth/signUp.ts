import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import type { SignUpBody } from '#/contract/auth.ts';
import { DEFAULT_LOCALE } from '#/contract/kernel/locale.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { countAttemptOfCaller } from '#/server/platform/kernel/rateLimit.ts';
import { requireCaptcha } from '#/server/platform/http/captcha.ts';
import { mailConfirmation } from '#/server/domain/accounts/confirmationMail.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { maskedAddress } from '#/server/domain/accounts/access/devices.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { isFormerAddress } from '#/server/domain/accounts/emailChange.ts';
import { SIGN_UPS } from '#/server/domain/accounts/rateLimits.ts';
import { findRunningDiscount } from '#/server/domain/pricing/keptDiscount.ts';
import { startSession } from '#/server/domain/accounts/access/session.ts';
import { createAccount } from './createAccount.ts';
import { hashPassword, isCommonPassword } from '#/server/domain/accounts/password.ts';

/**
 * Signs up and in (A4). Account, wallet, fair chain, session and the confirmation mail are one transaction.
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
  await countAttemptOfCaller(deps, request, SIGN_UPS);

  const { inviterId, keptDiscountId } = await checkReferences(deps, body);
  const passwordHash = await hashPassword(password);
  const locale = acceptedLocale(request.headers['accept-language']) ?? DEFAULT_LOCALE;
  return withTx(deps.pool, async (tx) => {
    const account = {
      serverKey: server,
      login,
      email,
      passwordHash,
      locale,
      signUpNetwork: maskedAddress(request.ip),
      ...(inviterId && { inviterId }),
      ...(keptDiscountId && { keptDiscountId }),
    };
    let id = await createAccount(tx, deps, account);
    if (id === null) {
      await refuseTaken(tx, body);
      // the holder has left the login or the address at this moment
      id = (await createAccount(tx, deps, account)) ?? fail('busy');
    }
    if (await isFormerAddress(tx, deps, { serverKey: server, email, exceptId: id }))
      fail('errorEmailExist', { errors: { email: 'errorEmailExist' } });
    // if the mailbox had such a mail within the hour, none is sent, and the cabinet tells when to request another
    await mailConfirmation(tx, deps, { id, login, email, locale });
    return { token: await startSession(tx, deps, request, id, { event: 'signedUp', passwordHash }) };
  });
}

/**
 * Checks that the game server exists, and finds out what the promo code is: the code of a player, or a discount code
 * that is in force (A10). The rate limit of sign-ups counts every refusal, so codes cannot be guessed here.
 */
async function checkReferences(
  deps: Deps,
  body: SignUpBody,
): Promise<{ inviterId?: number; keptDiscountId?: number }> {
  const [server] = await deps.db
    .select({ key: servers.key })
    .from(servers)
    .where(eq(servers.key, body.server));
  if (!server) fail('serverRequired', { errors: { server: 'serverRequired' } });
  if (body.promo_code === undefined) return {};
  const [inviter] = await deps.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userPromoCode, body.promo_code), ne(accounts.status, 'closed')));
  if (inviter) return { inviterId: inviter.id };
  const keptDiscountId = await findRunningDiscount(deps.db, deps.now(), body.promo_code);
  return keptDiscountId === undefined
    ? fail('errorPromocode', { errors: { promo_code: 'errorPromocode' } })
    : { keptDiscountId };
}

/** @throws AppError errorEmailExist or errorLoginExist, at their fields, if an account has the address or the login */
async function refuseTaken(tx: NodePgDatabase, { server, login, email }: SignUpBody): Promise<void> {
  const byLogin = sql<boolean>`lower(${accounts.login}) = lower(${login})`;
  const holders = await tx
    .select({ hasEmail: sql<boolean>`${accounts.email} = ${email}`, hasLogin: byLogin })
    .from(accounts)
    .where(and(eq(accounts.serverKey, server), or(eq(accounts.email, email), byLogin)));
  const isEmailTaken = holders.some(({ hasEmail }) => hasEmail);
  const isLoginTaken = holders.some(({ hasLogin }) => hasLogin);
  if (!isEmailTaken && !isLoginTaken) return;
  fail(isEmailTaken ? 'errorEmailExist' : 'errorLoginExist', {
    errors: {
      ...(isEmailTaken && { email: 'errorEmailExist' }),
      ...(isLoginTaken && { login: 'errorLoginExist' }),
    },
  });
}
