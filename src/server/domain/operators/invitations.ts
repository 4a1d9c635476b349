import { and, eq, gt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Locale } from '#/contract/kernel/locale.ts';
import type { OperatorRole } from '#/contract/operator/people/permissions.ts';
import { newTotpSecret } from '#/server/domain/accounts/access/totp.ts';
import { operatorInvitations, operators } from '#/server/platform/db/tables/operators/operators.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { sha256 } from '#/server/platform/kernel/encryption.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import { dropFactors, openSecret, sealSecret } from './operatorFactors.ts';
import { endSessionsOf } from './operatorSessions.ts';

/** Time for which a link works. */
export const INVITATION_MS = 60 * 60_000;

export interface NewOperator {
  email: string;
  name: string;
  role: OperatorRole;
  /** Language of their mails. Default: the site's. */
  locale?: Locale;
  /** Whether the demonstration makes them up. */
  isDemo?: boolean;
  /** Null when a command in the shell invites. */
  invitedBy: number | null;
}

type InvitingDeps = Pick<Deps, 'now' | 'randomBytes' | 'secretKey'>;

/**
 * Makes an operator who has no password yet (O1).
 * @returns the secret part of their link; undefined if the address is taken
 */
export async function inviteOperator(
  tx: NodePgDatabase,
  deps: InvitingDeps,
  { email, ...rest }: NewOperator,
): Promise<{ row: typeof operators.$inferSelect; token: string } | undefined> {
  const [made] = await tx
    .insert(operators)
    .values({ ...rest, email: email.toLowerCase(), createdAt: deps.now() })
    .onConflictDoNothing()
    .returning();
  return made && { row: made, token: await makeLink(tx, deps, made.id) };
}

/**
 * Gives an operator a new link and removes password, second factor and sessions. An operator who lost their phone can
 * return only by the link.
 * @returns the secret part of the link, and the number of sessions that were alive
 * @throws AppError operatorIsDemo
 */
export async function resetOperator(
  tx: NodePgDatabase,
  deps: InvitingDeps,
  operatorId: number,
): Promise<{ row: typeof operators.$inferSelect; token: string; endedSessions: number }> {
  if ((await tx.$count(operators, and(eq(operators.id, operatorId), operators.isDemo))) > 0)
    fail('operatorIsDemo');
  const endedSessions = await endSessionsOf(tx, deps, operatorId);
  await dropFactors(tx, operatorId);
  const [row] = await tx
    .update(operators)
    .set({ state: 'invited', passwordHash: null, version: sql`${operators.version} + 1` })
    .where(eq(operators.id, operatorId))
    .returning();
  return { row: row!, token: await makeLink(tx, deps, operatorId), endedSessions };
}

/** Creates a link with 256 random bits; an older link of the operator ends. */
async function makeLink(tx: NodePgDatabase, deps: InvitingDeps, operatorId: number): Promise<string> {
  const token = deps.randomBytes(32).toString('base64url');
  const link = {
    tokenHash: sha256(token),
    secretEncrypted: sealSecret(deps, operatorId, newTotpSecret(deps)),
    expiresAt: new Date(deps.now().getTime() + INVITATION_MS),
  };
  await tx
    .insert(operatorInvitations)
    .values({ operatorId, ...link })
    .onConflictDoUpdate({ target: operatorInvitations.operatorId, set: link });
  return token;
}

/**
 * Finds the operator of a link, and the secret of the second factor for the link's page.
 * @param lock serialises requests for the same link until the transaction ends
 * @throws AppError invitationInvalid if the link is wrong, used or expired, or its operator needs no link
 */
export async function findInvitation(
  tx: NodePgDatabase,
  deps: Pick<Deps, 'now' | 'secretKey'>,
  token: string,
  { lock = false } = {},
) {
  const query = tx
    .select({
      id: operators.id,
      email: operators.email,
      name: operators.name,
      role: operators.role,
      secretEncrypted: operatorInvitations.secretEncrypted,
    })
    .from(operatorInvitations)
    .innerJoin(operators, eq(operators.id, operatorInvitations.operatorId))
    .where(
      and(
        eq(operatorInvitations.tokenHash, sha256(token)),
        gt(operatorInvitations.expiresAt, deps.now()),
        eq(operators.state, 'invited'),
        eq(operators.isDemo, false),
      ),
    );
  const [found] = await (lock ? query.for('update') : query);
  if (!found) return fail('invitationInvalid');
  const { secretEncrypted, ...operator } = found;
  return { ...operator, secret: openSecret(deps, operator.id, secretEncrypted) };
}

/** Makes an invited operator active with the password they chose, and the language of their page. The link ends. */
export async function activateOperator(
  tx: NodePgDatabase,
  id: number,
  { passwordHash, locale }: { passwordHash: string; locale?: Locale | undefined },
): Promise<void> {
  await tx
    .update(operators)
    .set({ state: 'active', passwordHash, ...(locale && { locale }) })
    .where(eq(operators.id, id));
  await tx.delete(operatorInvitations).where(eq(operatorInvitations.operatorId, id));
}
