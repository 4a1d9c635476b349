import type { PlantedBug } from './bug.ts';

const DECIDE_TESTS = 'tests/server/areas/operator/game/decideActs.test.ts';
const LIST_TESTS = 'tests/server/areas/operator/game/deliveries.test.ts';
const SERVER_TESTS = 'tests/server/areas/operator/game/servers.test.ts';
const DECIDE = 'src/server/areas/operator/game/decideActs.ts';
const LIST = 'src/server/domain/deliveries/deliveryList.ts';

/** Deliveries and game servers in the operators' place. */
export const OPERATOR_GAME_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A delivery is decided by somebody who saw it before the game tried again.',
    file: DECIDE,
    text: "if (row.version !== version) return fail('operatorChanged');",
    replacement: "if (row.version < version) return fail('operatorChanged');",
    test: DECIDE_TESTS,
    name: 'O9 a decision with a version from before another try is refused, though it is unknown again',
  },
  {
    bug: 'Among many a delivery is decided that has moved since it was seen.',
    file: DECIDE,
    text: 'rows.some(({ id, version }) => seen.get(id) !== version)',
    replacement: 'rows.some(({ id }) => !seen.has(id))',
    test: DECIDE_TESTS,
    name: 'O5 what was asked of a second person ends when one of them has moved',
  },
  {
    bug: 'Support decides any number of deliveries alone.',
    file: DECIDE,
    text: 'amount: decided.length,',
    replacement: 'amount: 1,',
    test: DECIDE_TESTS,
    name: 'O5 support decides 20 at once alone, and 21 with a second person who has a fresh code',
  },
  {
    bug: 'Many deliveries are decided with an old code.',
    file: 'src/contract/operator/people/operatorEndpoint.ts',
    text: 'proof ?? (act === true',
    replacement: '(act === true',
    test: DECIDE_TESTS,
    name: 'O4 one needs no fresh code, many do',
  },
  {
    bug: 'The second person approves with an old code.',
    file: 'src/server/areas/operator/people/approvalRoutes.ts',
    text: 'if (app.operatorProofs.has(act) && provenUntil',
    replacement: 'if (app.operatorProofs.has(`no ${act}`) && provenUntil',
    test: DECIDE_TESTS,
    name: 'O5 support decides 20 at once alone, and 21 with a second person who has a fresh code',
  },
  {
    bug: 'The list of what is over forgets what is open.',
    file: LIST,
    text: 'const halves = state === undefined ? [whereOpen, whereOver]',
    replacement: 'const halves = state === undefined ? [whereOver]',
    test: LIST_TESTS,
    name: 'D19 each filter finds what it names, and all of them together',
  },
  {
    bug: 'The secret of a key is stored with the answer.',
    file: 'src/server/domain/operators/operatorActs.ts',
    text: 'JSON.stringify(reply),',
    replacement: 'JSON.stringify({ ...reply, ...shownOnce }),',
    test: SERVER_TESTS,
    name: 'D9 a secret is in the first answer and nowhere else, and signs',
  },
  {
    bug: 'Makers of keys at the same time make too many.',
    file: 'src/server/areas/operator/game/keyActs.ts',
    text: "if (!(await lockServer(tx, serverKey))) return fail('notFound');",
    replacement: '',
    test: SERVER_TESTS,
    name: 'D9 of 50 at once as many are made as a server may have',
  },
  {
    bug: 'Two who accept a ledger both do it.',
    file: 'src/server/areas/operator/game/acceptLedgerAct.ts',
    text: 'if (isoOf(ledger.acceptedAt) !== acceptedAt || isoOf(ledger.retiredAt) !== retiredAt)',
    replacement: 'if (isoOf(ledger.retiredAt) !== retiredAt)',
    test: SERVER_TESTS,
    name: 'D6 accepting shows its effect on each delivery, has this effect, and happens once',
  },
  {
    bug: 'An old copy of a ledger is refused, and no operator is told.',
    file: 'src/server/domain/gameServers/ledgers.ts',
    text: 'set({ refusedHead: head })',
    replacement: 'set({ refusedHead: null })',
    test: 'tests/server/areas/game/ledgers.test.ts',
    name: 'that was put back from a copy is named to the operator until it or the right one gets work',
  },
];
