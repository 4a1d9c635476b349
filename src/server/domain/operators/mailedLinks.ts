import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { InviteStaffBody, ResetStaffBody } from '#/contract/operator/people/people.ts';
import type { operators } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { queueMail } from '#/server/platform/mail/mails.ts';
import { INVITATION_MS, inviteOperator, resetOperator } from './invitations.ts';
import type { OperatorSession } from './operatorSessions.ts';
import { lockMember, memberOf } from './staff.ts';

type Inviter = Pick<OperatorSession, 'id' | 'name'>;
type MailingDeps = Pick<Deps, 'now' | 'randomBytes' | 'secretKey'>;

/**
 * Makes an operator and mails them their link (O1).
 * @throws AppError errorEmailExist at email; mailSentRecently
 */
export async function inviteStaff(
  tx: NodePgDatabase,
  deps: MailingDeps,
  { email, name, role, locale }: Omit<InviteStaffBody, 'reason'>,
  by: Inviter,
) {
  const made = await inviteOperator(tx, deps, { email, name, role, locale, invitedBy: by.id });
  if (!made) return fail('errorEmailExist', { errors: { email: 'errorEmailExist' } });
  const reply = await mailLink(tx, deps, made, { by, isConfirmed: false });
  return { reply, before: {}, after: { name, role, state: 'invited' } };
}

/**
 * Removes password, second factor and sessions of an operator and mails them a new link.
 * @throws AppError notFound; operatorChanged if the version is not the newest; lastOwner, because only the shell can
 * reset the last owner; operatorIsDemo; mailSentRecently
 */
export async function resetStaff(
  tx: NodePgDatabase,
  deps: MailingDeps,
  { id, version }: Omit<ResetStaffBody, 'reason'> & { id: number },
  by: Inviter,
) {
  const { row, isLastOwner } = await lockMember(tx, { id, version });
  if (isLastOwner) fail('lastOwner');
  const { endedSessions, ...made } = await resetOperator(tx, deps, id);
  const reply = await mailLink(tx, deps, made, { by, isConfirmed: row.passwordHash !== null });
  return {
    reply,
    before: { state: row.state, sessions: endedSessions },
    after: { state: made.row.state, sessions: 0 },
  };
}

async function mailLink(
  tx: NodePgDatabase,
  deps: MailingDeps,
  { row, token }: { row: typeof operators.$inferSelect; token: string },
  { by, isConfirmed }: { by: Inviter; isConfirmed: boolean },
) {
  const { isQueued, nextSeconds } = await queueMail(tx, deps, null, `operatorLink:${row.id}:${row.version}`, {
    kind: 'operatorLink',
    to: row.email,
    isConfirmed,
    locale: row.locale,
    variables: { login: row.name, by: by.name, token },
  });
  if (!isQueued) fail('mailSentRecently', { retryAfterSeconds: nextSeconds });
  const linkUntil = new Date(deps.now().getTime() + INVITATION_MS).toISOString();
  return { member: memberOf(row, null, 0), linkUntil };
}
