import type { PlantedBug } from './bug.ts';

const SWITCHES = 'tests/server/areas/operator/site/switches.test.ts';
const MAILS = 'tests/server/areas/operator/mails/mails.test.ts';
const GATE = 'tests/server/platform/mail/mailGate.test.ts';
const DISCOUNTS = 'tests/server/areas/operator/discounts/discounts.test.ts';

/** Bugs in acts of operators besides orders and players: discounts, switches, mails. */
export const OPERATOR_SITE_BUGS: readonly PlantedBug[] = [
  {
    bug: 'The single codes of a batch can be read whole afterwards.',
    file: 'src/server/areas/operator/discounts/listDiscounts.ts',
    text: "ELSE left(d.code, -10) || '…' || right(d.code, 3) END",
    replacement: 'ELSE d.code END',
    test: DISCOUNTS,
    name: 'O21 shows its codes once, each works once, and the log has none of them',
  },
  {
    bug: 'The banner counts down with a code that has no end.',
    file: 'src/server/areas/operator/discounts/discountActs.ts',
    text: "if (next === null && (await isOnBanner(tx, row.code))) refuse('endsAt', 'discountOnBanner');",
    replacement: '',
    test: DISCOUNTS,
    name: 'O21 appears on the banner within seconds, is prolonged there, and leaves it when it is stopped',
  },
  {
    bug: 'A closed shop sells all the same.',
    file: 'src/server/platform/kernel/stops.ts',
    text: 'if (name && isClosed(name)) fail(CLOSED_CODES[name], { retryAfterSeconds });',
    replacement: '',
    test: SWITCHES,
    name: 'O27 of the shop refuses orders; a payment that arrives is booked and granted',
  },
  {
    bug: 'Support opens alone what an owner has closed.',
    file: 'src/server/areas/operator/site/switchActs.ts',
    text: '    // counts as one opening; the limit of support is 0, so support needs a second person\n    amount: 1,',
    replacement: '    amount: 0,',
    test: SWITCHES,
    name: 'O27 are closed by support without a code; to open needs one, and a second person',
  },
  {
    bug: 'A mail is sent again while a server sends it.',
    file: 'src/server/domain/mails/mailStates.ts',
    text: "const isFree = act === 'retry' ? isLater : sql`(${isLater} OR q.run_at <= ${at})`;",
    replacement: 'const isFree = sql`(${isLater} OR true)`;',
    test: MAILS,
    name: 'O32 a mail that a server is sending is neither sent twice nor dropped',
  },
  {
    bug: 'A code is sent again after its end.',
    file: 'src/server/domain/mails/mailStates.ts',
    text: 'failed: sql`(q.failed_at IS NOT NULL AND ${hasContent} AND NOT ${useEnds(at)})`,',
    replacement: 'failed: sql`(q.failed_at IS NOT NULL AND ${hasContent})`,',
    test: MAILS,
    name: 'O32 %s cannot be sent again once it is of no more use',
  },
  {
    bug: 'A dropped mail keeps its content.',
    file: 'src/server/domain/mails/changeMails.ts',
    text: ', content_encrypted = NULL`,',
    replacement: '`,',
    test: MAILS,
    name: 'O32 deletes the content, says what it was for, and nothing sends it afterwards',
  },
  {
    bug: 'The list of mails shows addresses in full.',
    file: 'src/server/domain/mails/mailList.ts',
    text: 'to: to && maskedEmail(to),',
    replacement: 'to: to && `${maskedEmail(to).length > 0 ? to : to}`,',
    test: MAILS,
    name: 'O32 shows every state, what a mail is about, and neither content nor address',
  },
  {
    bug: 'Nobody counts the test mails of an operator.',
    file: 'src/server/areas/operator/mails/sendTestMail.ts',
    text: '  await countAttempt(deps, TEST_MAILS_BY_HOUR, `#${operator.id}`);\n',
    replacement: '',
    test: 'tests/server/areas/operator/mails/recipients.test.ts',
    name: 'O32 goes to the own address only, five in an hour',
  },
  {
    bug: 'A muted site sends mails all the same.',
    file: 'src/server/platform/mail/mailQueue.ts',
    text: '    unless: IS_MUTED,\n',
    replacement: '',
    test: GATE,
    name: 'O33 is mute at once when it is restored under the running site, and stays so after a restart',
  },
  {
    bug: 'A copied data folder mails real players.',
    file: 'src/server/platform/mail/mailGate.ts',
    text: 'isOther(was.folderId, is.folderId);',
    replacement: 'false;',
    test: GATE,
    name: 'O33 is recognised after a copy, and not after a restart or a move; a promoted standby is no copy',
  },
  {
    bug: 'A dump that was restored in another cluster mails real players.',
    file: 'src/server/platform/mail/mailGate.ts',
    text: 'isOther(was.systemId, is.systemId) ||',
    replacement: '',
    test: GATE,
    name: 'O33 is mute when its %s is another',
  },
  {
    bug: 'A stolen session lets a restored copy mail real players without a code.',
    file: 'src/contract/operator/mailCalls.ts',
    text: '    proof: true,\n',
    replacement: '',
    test: GATE,
    name: 'O33 is sent again by an operator with a reason and a fresh code, on every process',
  },
  {
    bug: 'An open page does not hear that a part of the site was closed.',
    file: 'src/server/platform/watch/watchStops.ts',
    text: "live.publish('closed', () => closed);",
    replacement: '',
    test: 'tests/server/areas/operator/site/switches.test.ts',
    name: 'O27 open pages of every process hear of a switch, and new ones know it at once',
  },
];
