import type { PlantedBug } from './bug.ts';

const ORDERS = 'tests/server/areas/operator/orders/orders.test.ts';
const ORDER_ACTS = 'tests/server/areas/operator/orders/orderActs.test.ts';
const REFUND_TESTS = 'tests/server/areas/operator/orders/refunds.test.ts';
const FAILED_REFUNDS = 'tests/server/areas/operator/orders/failedRefunds.test.ts';
const PREVIEWS = 'tests/server/areas/operator/orders/refundPreview.test.ts';
const SEARCH = 'tests/server/areas/operator/orders/search.test.ts';
const PLANS = 'tests/server/areas/operator/orders/orderPlans.test.ts';
const REFUNDS = 'src/server/domain/orders/refundRequests.ts';

/** Orders in the operators' place: what is shown of them, and what is done with them. */
export const OPERATOR_ORDER_BUGS: readonly PlantedBug[] = [
  {
    bug: 'Refunds in parts exceed what was paid while the provider is silent.',
    file: REFUNDS,
    text: 'Math.max(0, here - underWay)',
    replacement: 'Math.max(0, here)',
    test: REFUND_TESTS,
    name: 'O11 in parts goes no further than what was paid, also while the provider is silent',
  },
  {
    bug: 'An act is done on an order that somebody else has changed.',
    file: 'src/server/areas/operator/orders/actOnOrder.ts',
    text: "(await versionOf(tx, order)) !== version) fail('operatorChanged');",
    replacement: "(await versionOf(tx, order)) < version) fail('operatorChanged');",
    test: ORDER_ACTS,
    name: 'O9 of 200 refunds at once one is stored, and the others are refused',
  },
  {
    bug: 'Asking for a refund already takes what the order gave.',
    file: 'src/server/platform/db/tx.ts',
    text: 'await tx.execute(sql`ROLLBACK TO SAVEPOINT tried`);',
    replacement: 'await tx.execute(sql`RELEASE SAVEPOINT tried`);',
    test: REFUND_TESTS,
    name: 'O11 in parts goes no further than what was paid, also while the provider is silent',
  },
  {
    bug: 'The preview of the last part forgets the parts that are under way.',
    file: 'src/server/areas/operator/orders/refundAct.ts',
    text: 'one.paymentRef === paymentRef && isUnderWay(one),',
    replacement: 'one.id === asked.id && isUnderWay(one),',
    test: PREVIEWS,
    name: 'O8 of the last part counts the parts that are under way',
  },
  {
    bug: 'A refund that was given up is asked for under another key, and may go back twice.',
    file: 'src/server/domain/payments/requestRefund.ts',
    text: 'if (failed) return tryAgain(tx, failed.id, runAt);',
    replacement: '',
    test: REFUND_TESTS,
    name: 'O11 that the provider does not take is asked for again, and after that under the same key',
  },
  {
    bug: 'Nobody is told that a refund was given up.',
    file: 'src/server/domain/payments/sendRefunds.ts',
    text: 'alsoGivenUp: NOTE_GIVEN_UP,',
    replacement: '',
    test: FAILED_REFUNDS,
    name: 'O22 a refund that was given up stays until it is requested again',
  },
  {
    bug: 'A refund that the provider reports as failed leaves "needs you" by its own report.',
    file: REFUNDS,
    text: "!(kind === 'refunded' && failed.has(causeRef))",
    replacement: '(kind !== undefined || failed.has(causeRef))',
    test: FAILED_REFUNDS,
    name: 'O22 the report of a refund that comes after the report of its failure ends nothing',
  },
  {
    bug: 'The page of an order shows the whole address to everybody.',
    file: 'src/server/areas/operator/orders/showOrder.ts',
    text: 'email: maskedEmail(email)',
    replacement: 'email',
    test: ORDERS,
    name: 'O10 an address is masked; a look at it leaves a line in the audit log',
  },
  {
    bug: 'Nobody learns who looked at an address.',
    file: 'src/server/areas/operator/orders/showPersonal.ts',
    text: 'await auditLook(deps, request, operator, look);',
    replacement: 'void [look, auditLook];',
    test: ORDERS,
    name: 'O10 an address is masked; a look at it leaves a line in the audit log',
  },
  {
    bug: 'A stolen session may read the addresses of all players.',
    file: 'src/server/areas/operator/calls/auditedLook.ts',
    text: 'await countAttempt(deps, LOOKS_BY_DAY, `#${operator.id}`);',
    replacement: 'await Promise.all([countAttempt, LOOKS_BY_DAY, operator, deps].slice(4));',
    test: 'tests/server/areas/operator/calls/looks.test.ts',
    name: 'is refused after the looks of a day, and is not audited then',
  },
  {
    bug: 'Nothing marks an order that was paid twice.',
    file: 'src/server/domain/orders/settleOrder.ts',
    text: 'await noteKept(tx, payments, paying, events);',
    replacement: 'void noteKept;',
    test: ORDERS,
    name: 'O10 an order that was paid twice is marked until its second payment has gone back',
  },
  {
    bug: 'A search for a percent sign finds every player.',
    file: 'src/server/areas/operator/orders/search.ts',
    text: 'login.replaceAll(/[\\\\%_]/g, String.raw`\\$&`)',
    replacement: 'login',
    test: SEARCH,
    name: 'O10 takes wildcards as letters, and refuses texts that are not searchable',
  },
  {
    bug: 'A search for an address is not noted.',
    file: 'src/server/areas/operator/orders/searchEmail.ts',
    text: "await auditLook(deps, request, operator, { event: 'emailSearched', after });",
    replacement: 'void [after, auditLook];',
    test: SEARCH,
    name: 'O10 an address is found only with the permission to see it, and the look is audited',
  },
  {
    bug: 'A list of orders of an old day reads all newer orders.',
    file: 'src/server/areas/operator/orders/orderFilters.ts',
    text: 'sql`${orders.id} <= (SELECT o.id FROM orders o WHERE o.created_at < ${last}',
    replacement: 'sql`0 <= (SELECT o.id FROM orders o WHERE o.created_at < ${last}',
    test: PLANS,
    name: 'O10 the list by %s reads no more than its page',
  },
];
