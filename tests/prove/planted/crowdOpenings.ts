import type { PlantedBug } from './bug.ts';

/** Openings of a crowd, which share transactions. */
export const CROWD_OPENING_BUGS: readonly PlantedBug[] = [
  {
    bug: 'An opening of a crowd that is sent again under its key takes another piece.',
    file: 'src/server/areas/cases/opening/openTogetherStatements.ts',
    text: 'AND (opening.key IS NULL OR opening.account_id IN (SELECT account_id FROM claim))',
    replacement: '',
    test: 'tests/server/areas/cases/opening/openTogether.test.ts',
    name: 'ID1 a repeated key gets the answer of the shared transaction, from every server',
  },
  {
    bug: 'An opening that a crowd leaves out loses its key.',
    file: 'src/server/areas/cases/opening/openTogetherStatements.ts',
    text: 'AND idempotency.key = other.key AND status IS NULL)',
    replacement: 'AND false)',
    test: 'tests/server/areas/cases/opening/openTogether.test.ts',
    name: 'N3 what is locked is left out, and its key stays free',
  },
  {
    bug: 'An opening of a crowd whose outcome is unknown is done again.',
    file: 'src/server/areas/cases/opening/openingQueue.ts',
    text: 'isOfOneRow(error) || hasState(error, (state) => state === LOCK_TIMEOUT);',
    replacement: 'hasState(error, () => true) || error instanceof Error;',
    test: 'tests/server/areas/cases/opening/openingQueue.test.ts',
    name: 'N3 openings whose shared transaction may have been committed are not opened again',
  },
  {
    bug: 'A debtor may open cases in a crowd.',
    file: 'src/server/areas/cases/opening/openingQueue.ts',
    text: 'if (opening.isInDebt) return openCase(deps, opening);',
    replacement: '',
    test: 'tests/server/areas/cases/opening/openTogether.test.ts',
    name: 'N3 each opening of a crowd is answered by itself, whatever the others bring',
  },
  {
    bug: 'A case is opened in a crowd with other odds than the player was shown.',
    file: 'src/server/areas/cases/opening/openTogetherStatements.ts',
    text: 'AND (opening.shown_hash IS NULL OR odds_hash = opening.shown_hash)',
    replacement: '',
    test: 'tests/server/areas/cases/opening/openTogether.test.ts',
    name: 'N3 each opening of a crowd is answered by itself, whatever the others bring',
  },
  {
    bug: 'A player whose openings are blocked opens cases in a crowd.',
    file: 'src/server/areas/cases/opening/openTogetherStatements.ts',
    text: "AND NOT ${blockedText('open', 'opening.account_id', '$6')}",
    replacement: '',
    test: 'tests/server/areas/cases/opening/openTogether.test.ts',
    name: 'N3 each opening of a crowd is answered by itself, whatever the others bring',
  },
  {
    bug: 'A crowd draws with a seed beyond its age.',
    file: 'src/server/areas/cases/opening/openTogetherStatements.ts',
    text: 'AND next_nonce < $7 AND created_at > $8',
    replacement: 'AND next_nonce < $7 AND $8::timestamptz IS NOT NULL',
    test: 'tests/server/areas/cases/opening/openTogether.test.ts',
    name: 'N3 each opening of a crowd is answered by itself, whatever the others bring',
  },
];
