import { eq } from 'drizzle-orm';
import type { Permission } from '#/contract/operator/people/permissions.ts';
import { UNUSABLE_HASH } from '#/server/domain/accounts/password.ts';
import type { Actor } from '#/server/domain/operators/act.ts';
import { activateOperator, inviteOperator } from '#/server/domain/operators/invitations.ts';
import { actOnce } from '#/server/domain/operators/operatorActs.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { type AuditEvent, writeAudit } from '#/server/platform/kernel/audit.ts';
import type { Past } from './past.ts';

/** Colleagues of the demonstration's owner. They are marked as made up, so nobody can sign in as them. */
const COLLEAGUES = [
  { email: 'olena@staff.example.org', name: 'Olena Marchenko', role: 'support' },
  { email: 'marcus@staff.example.org', name: 'Marcus Lind', role: 'manager' },
] as const;
export type Colleague = (typeof COLLEAGUES)[number]['role'];

/** Makes the colleagues' operator accounts. */
export async function hireColleagues({ deps }: Past): Promise<void> {
  for (const colleague of COLLEAGUES)
    await withTx(deps.pool, async (tx) => {
      const made = await inviteOperator(tx, deps, { ...colleague, isDemo: true, invitedBy: null });
      if (!made) return;
      const { id } = made.row;
      await writeAudit(tx, deps, {
        accountId: null,
        actor: 'site',
        event: 'operatorInvited',
        detail: { operator: id },
      });
      await activateOperator(tx, id, { passwordHash: UNUSABLE_HASH });
      const act = { ...traceOf(deps, id), targetType: 'operator', targetId: String(id) };
      await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'operatorAccepted', act });
    });
}

const traceOf = ({ randomBytes }: Pick<Past['deps'], 'randomBytes'>, operatorId: number) => ({
  operatorId,
  requestId: randomBytes(12).toString('base64url'),
  network: '10.20.0.*',
});

interface Doing {
  event: AuditEvent;
  permission: Permission;
  by: Colleague;
  reason: string;
  params?: { id: string };
  body: object;
}

/** Does an operator's act as a colleague, with their limits, their second person and an entry in the audit log. */
export async function act({ deps, acts }: Past, { by: role, reason, ...doing }: Doing): Promise<void> {
  const { email } = COLLEAGUES.find((colleague) => colleague.role === role)!;
  const [operator] = await deps.db.select().from(operators).where(eq(operators.email, email));
  const work = acts.get(doing.event);
  if (!operator || !work) return;
  const actor: Actor = operator;
  const input = { params: doing.params, query: {}, body: { ...doing.body, reason } };
  const { event, permission } = doing;
  const given = {
    event,
    permission,
    isForTwo: false,
    operator: actor,
    by: traceOf(deps, operator.id),
    reason,
    input,
  };
  await actOnce(deps, { ...given, key: undefined }, async (tx) => {
    const outcome = await work(tx, input, actor);
    return { ...outcome, reply: { ...(outcome.reply as object) } };
  });
}
