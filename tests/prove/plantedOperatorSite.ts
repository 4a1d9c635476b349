import type { PlantedBug } from './plantedBug.ts';

const SWITCHES = 'tests/server/areas/operator/site/switches.test.ts';
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
];
