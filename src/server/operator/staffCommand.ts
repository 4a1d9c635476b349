import * as z from 'zod/mini';
import { email as emailSchema } from '#/contract/auth.ts';
import { invitationPath, OPERATOR_NAME_MAX_LENGTH, operatorRole } from '#/contract/operator/people/people.ts';
import { OPERATOR_ROLES } from '#/contract/operator/people/permissions.ts';
import { verifyAuditDays } from '#/server/domain/operators/auditDays.ts';
import { inviteOperator, resetOperator } from '#/server/domain/operators/invitations.ts';
import { operatorByEmail } from '#/server/domain/operators/operatorAttempts.ts';
import { changeStaff, listStaff } from '#/server/domain/operators/staff.ts';
import { readConfig } from '#/server/platform/config/config.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { type AuditEvent, writeAudit } from '#/server/platform/kernel/audit.ts';
import { commandWords, type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';

const USAGE = `npm run operator -- invite E-MAIL --role ${OPERATOR_ROLES.join('|')} [--name "…"]
npm run operator -- list
npm run operator -- disable E-MAIL
npm run operator -- reset E-MAIL
npm run operator -- verify-audit [ROOT…]
invite and reset print a link. It works once, for an hour; whoever opens it sets password and second factor.
verify-audit computes the roots of the audit log again, and exits with 1 when one differs from the stored one. A ROOT is
an "auditRoot" that stands in a kept log of the server: it must be among them.`;

/** `npm run operator -- invite | list | disable | reset | verify-audit` (O1, O7) */
async function run(deps: OperatorDeps): Promise<void> {
  const { values, positionals } = commandWords({
    options: { role: { type: 'string' }, name: { type: 'string' } },
    allowPositionals: true,
  });
  const [action, address] = positionals;
  if (action === 'list') return list(deps);
  if (action === 'verify-audit') return verifyAudit(deps, positionals.slice(1));
  const email = z.safeParse(emailSchema, address?.toLowerCase());
  if (!email.success) throw new Error(USAGE);
  if (action === 'invite') return invite(deps, email.data, values);
  if (action === 'disable') return disable(deps, email.data);
  if (action === 'reset') return reset(deps, email.data);
  throw new Error(USAGE);
}

async function invite(
  deps: OperatorDeps,
  email: string,
  given: { role?: string | undefined; name?: string | undefined },
): Promise<void> {
  const role = z.safeParse(operatorRole, given.role);
  if (!role.success) throw new Error(`--role takes ${OPERATOR_ROLES.join(', ')}.`);
  const name = (given.name?.trim() || email.split('@')[0]!).slice(0, OPERATOR_NAME_MAX_LENGTH);
  const token = await withTx(deps.pool, async (tx) => {
    const made = await inviteOperator(tx, deps, { email, name, role: role.data, invitedBy: null });
    if (!made) throw new Error(`${email} is an operator already: \`npm run operator -- reset ${email}\`.`);
    await note(tx, deps, 'operatorInvited', made.row.id);
    return made.token;
  });
  sayLink(token);
}

async function reset(deps: OperatorDeps, email: string): Promise<void> {
  const operator = await known(deps, email);
  const { token } = await withTx(deps.pool, async (tx) => {
    await note(tx, deps, 'operatorReset', operator.id);
    return resetOperator(tx, deps, operator.id);
  });
  sayLink(token);
}

async function disable(deps: OperatorDeps, email: string): Promise<void> {
  const { id, role, version } = await known(deps, email);
  await withTx(deps.pool, async (tx) => {
    await changeStaff(tx, deps, { id, role, version, isDisabled: true }, { mayLeaveNoOwner: true });
    await note(tx, deps, 'changeStaff', id);
  });
  say(`${email} is disabled.`);
}

async function list({ db, now }: OperatorDeps): Promise<void> {
  const staff = await listStaff(db, now());
  for (const { email, name, role, state, lastSeenAt } of staff)
    say([email, name, role, state, lastSeenAt ? `last seen ${lastSeenAt}` : 'never seen'].join(' · '));
  if (staff.length === 0) say('No operators.');
}

async function verifyAudit({ db }: OperatorDeps, keptRoots: readonly string[]): Promise<void> {
  const days = await verifyAuditDays(db);
  const differing = days.filter(({ stored, root }) => root !== stored);
  const lost = keptRoots.filter((kept) => !days.some(({ root }) => root === kept));
  for (const { day, entries } of differing) say(`DIFFERS  ${day}  (${entries} entries now)`);
  for (const kept of lost) say(`LOST     no day has the root ${kept}`);
  const newest = days.at(-1);
  say(
    newest
      ? `${days.length} days to ${newest.day}, root now ${newest.root}`
      : 'No day of the audit log is closed yet.',
  );
  if (differing.length + lost.length > 0) process.exitCode = 1;
}

async function known(deps: OperatorDeps, email: string) {
  const operator = await operatorByEmail(deps, email);
  if (!operator) throw new Error(`There is no operator ${email}.`);
  return operator;
}

/** Writes acts of the shell into the audit log, without e-mail addresses. */
const note = (tx: OperatorDeps['db'], deps: OperatorDeps, event: AuditEvent, id: number) =>
  writeAudit(tx, deps, { accountId: null, actor: 'operator', event, detail: { operator: id } });

function sayLink(token: string): void {
  const { publicUrl } = readConfig({ ...process.env }, 'development');
  say(`${publicUrl}${invitationPath(token)}`);
}

if (!saysUsage(USAGE)) await runCommand(run);
