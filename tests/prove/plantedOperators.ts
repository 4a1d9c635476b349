import type { PlantedBug } from './plantedBug.ts';

const SIGN_IN = 'tests/server/areas/operator/people/signIn.test.ts';
const STAFF = 'tests/server/areas/operator/people/staff.test.ts';
const PERMISSIONS = 'tests/server/areas/operator/calls/permissions.test.ts';
const AUDIT_DAYS = 'tests/server/domain/operators/auditDays.test.ts';
const SESSIONS = 'src/server/domain/operators/operatorSessions.ts';

/** People who run the site: how they come in, what they may do, and what is written about it. */
export const OPERATOR_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A role may do what the table of permissions refuses.',
    file: 'src/server/areas/operator/calls/operatorRoute.ts',
    text: "if (gradeOf(operator.role, needs) === 'no') {",
    replacement: "if (gradeOf('owner', needs) === 'no') {",
    test: PERMISSIONS,
    name: 'O4 %s: every role, with a fresh code and with an old one',
  },
  {
    bug: 'An act needs no fresh code.',
    file: 'src/server/areas/operator/calls/operatorRoute.ts',
    text: 'if (act && needsProof(needs) && provenUntil(operator) <= deps.now())',
    replacement: 'if (act && needsProof(needs) && provenUntil(operator) < new Date(0))',
    test: PERMISSIONS,
    name: 'O4 %s: every role, with a fresh code and with an old one',
  },
  {
    bug: 'The preview of an act does it.',
    file: 'src/server/platform/db/tx.ts',
    text: "runTx(pool, 'ROLLBACK', work);",
    replacement: "runTx(pool, 'COMMIT', work);",
    test: STAFF,
    name: 'O8 says what the act then does, and leaves nothing behind',
  },
  {
    bug: 'An operator’s session never ends for want of use.',
    file: SESSIONS,
    text: 'gt(operatorSessions.lastSeenAt, new Date(now.getTime() - IDLE_MS)),',
    replacement: '',
    test: SIGN_IN,
    name: 'O3 ends by signing out, after 30 minutes without use, and after 8 hours',
  },
  {
    bug: 'Whoever gets another role keeps their session.',
    file: 'src/server/domain/operators/staff.ts',
    text: 'const ended = await endSessionsOf(tx, deps, row.id);',
    replacement: 'const ended = 0;',
    test: STAFF,
    name: 'O3 another role and disabling end the sessions at once',
  },
  {
    bug: 'A code of an operator works twice.',
    file: 'src/server/domain/operators/operatorFactors.ts',
    text: '.where(and(isOwn, lt(operatorFactors.lastStep, step)))',
    replacement: '.where(isOwn)',
    test: SIGN_IN,
    name: 'O2 a code and a recovery code work once, also at the same time',
  },
  {
    bug: 'Strangers who guess lock an operator out.',
    file: 'src/server/domain/operators/operatorAttempts.ts',
    text: 'const subject = isKnown ? `#${operatorId}/${networkSubject(request.ip)}` : `#${operatorId}`;',
    replacement: 'const subject = isKnown ? `#${operatorId}` : `#${operatorId}`;',
    test: SIGN_IN,
    name: 'O2 strangers are stopped after five tries, and do not lock the operator out',
  },
  {
    bug: 'The last owner demotes themselves, and nobody is left.',
    file: 'src/server/domain/operators/staff.ts',
    text: 'if (!mayLeaveNoOwner && !staysOwner && isLastOwner',
    replacement: 'if (mayLeaveNoOwner && !staysOwner && isLastOwner',
    test: STAFF,
    name: 'O3 the last active owner stays, also when two demote each other',
  },
  {
    bug: 'A link of an operator is good for ever.',
    file: 'src/server/domain/operators/invitations.ts',
    text: 'gt(operatorInvitations.expiresAt, deps.now()),',
    replacement: '',
    test: SIGN_IN,
    name: 'O1 ends after an hour, and by a newer link',
  },
  {
    bug: 'Strangers fill the audit log with failed sign-ins.',
    file: 'src/server/domain/operators/operatorAttempts.ts',
    text: 'if (left < 0) return;',
    replacement: 'if (left < -1e9) return;',
    test: SIGN_IN,
    name: 'O6 strangers with any number of networks write a hundred failed tries a day',
  },
  {
    bug: 'A changed reason leaves the root of its day as it was.',
    file: 'src/server/domain/operators/auditDays.ts',
    text: '${audit.reason}, ${audit.requestId}',
    replacement: '${audit.requestId}',
    test: AUDIT_DAYS,
    name: 'O7 a changed %s changes the root of its day and of the days after it',
  },
  {
    bug: 'The root of a day does not cover the day before.',
    file: 'src/server/domain/operators/auditDays.ts',
    text: "${before?.root ?? ''}|${tree}",
    replacement: '|${tree}',
    test: AUDIT_DAYS,
    name: 'O7 a changed %s changes the root of its day and of the days after it',
  },
  {
    bug: 'An act that commits late is in no root.',
    file: 'src/server/domain/operators/auditDays.ts',
    text: "const settled = await settledId(deps.pool, 'audit');",
    replacement: 'const settled = Number.MAX_SAFE_INTEGER;',
    test: AUDIT_DAYS,
    name: 'O7 an entry that commits while the day is closed is in a root, and no day is closed over it',
  },
  {
    bug: 'Support sees what everybody did.',
    file: 'src/server/areas/operator/people/auditLog.ts',
    text: "=== 'own' ? id : asked;",
    replacement: "=== 'own' ? asked : asked;",
    test: STAFF,
    name: 'O6 support and viewers see their own acts only; the list goes on page by page',
  },
  {
    bug: 'An act that was sent twice happens twice.',
    file: 'src/server/domain/operators/operatorActs.ts',
    text: 'if (stored) return stored;',
    replacement: '',
    test: STAFF,
    name: 'O9 repeated under its key, at once and later, happens once',
  },
];
