import { asc, isNotNull } from 'drizzle-orm';
import { endpoints } from '#/contract/calls/endpoints.ts';
import { servers } from '#/server/platform/db/tables/servers.ts';
import { accountOf, browserOf } from './accounts.ts';
import type { Past } from './past.ts';
import { accepted } from './pastSite.ts';
import type { Person } from './people.ts';
import { MINUTE_MS } from './rhythm.ts';

/** Token for the captcha of the past, which accepts every token. */
export const CAPTCHA = 'a-person';
/** Finds the token of the link in a mail. */
const TOKEN = /[?]token=([\w-]{40,})/;

/** Signs a person up with a random password that is not stored, and follows the link of the mail. */
export async function signUpPerson(
  past: Past,
  person: Person,
  { inviter, confirms }: { inviter: Pick<Person, 'email'> | undefined; confirms: boolean },
): Promise<void> {
  const open = await past.deps.db
    .select({ key: servers.key })
    .from(servers)
    .where(isNotNull(servers.address))
    .orderBy(asc(servers.sortOrder));
  // the first servers have more players than the last ones
  const server = open[Math.floor(person.serverShare ** 1.6 * open.length)];
  if (!server) return;
  const password = `${past.deps.randomBytes(18).toString('base64url')}-a1`;
  const invitedBy = inviter && (await accountOf(past, inviter));
  const payload = {
    captcha: CAPTCHA,
    server: server.key,
    login: person.login,
    email: person.email,
    password,
    password_confirmation: password,
    ...(invitedBy && { promo_code: invitedBy.userPromoCode }),
  };
  const browser = browserOf(person);
  accepted(await past.send({ method: 'POST', url: endpoints.signUp.path, ...browser, payload }));
  const mails = await past.work();
  if (!confirms) return;
  await past.pass((2 + person.serverShare * 50) * MINUTE_MS);
  const [, token] = TOKEN.exec(mails.find(({ to }) => to === person.email)?.text ?? '') ?? [];
  const link = { token, confirmed: true };
  accepted(await past.send({ method: 'POST', url: endpoints.verifyEmail.path, ...browser, payload: link }));
}
