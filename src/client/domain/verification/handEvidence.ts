import { oddsHash } from '#/contract/fair.ts';
import { CLIENT_SEED_PATTERN } from '#/contract/fairness.ts';
import type { Evidence } from './evidence.ts';
import { isCanonical } from './verify.ts';

/** Typed values. */
export interface HandValues {
  epoch: string;
  nonce: string;
  clientSeed: string;
  serverSeed: string;
  odds: string;
  commitment: string;
  ticket: string;
  itemId: string;
}

export type HandField = keyof HandValues;
/** Key of the sentence about a mistake. */
export type HandFault =
  | 'number.epochInvalid'
  | 'hand.wholeInvalid'
  | 'hand.clientSeedInvalid'
  | 'hand.hex64'
  | 'hand.oddsInvalid'
  | 'hand.ticketInvalid';

const HEX64 = /^[0-9a-f]{64}$/;
const EPOCH = /^[a-z0-9-]{1,40}$/;
const WHOLE = /^(0|[1-9]\d{0,9})$/;
const TICKET = /^(0|[1-9]\d{0,5})$/;

/** Whether a text names an epoch, or a draw of one. */
export const isEpochId = (text: string): boolean => EPOCH.test(text);
export const isNonce = (text: string): boolean => WHOLE.test(text);
/** Whether a text is the number of a draw, from 1. */
export const isDrawNo = (text: string): boolean => text !== '0' && WHOLE.test(text);

/** Removes the white space that pasting adds to a table. */
const tidyOdds = (text: string): string => `${text.replaceAll('\r', '').trim()}\n`;

/** Checks typed values by field. Commitment, ticket and item are optional. */
export function handFaults(values: HandValues): Partial<Record<HandField, HandFault>> {
  const { epoch, nonce, clientSeed, serverSeed, odds, commitment, ticket, itemId } = values;
  return {
    ...(!isEpochId(epoch) && { epoch: 'number.epochInvalid' }),
    ...(!isNonce(nonce) && { nonce: 'hand.wholeInvalid' }),
    ...(!CLIENT_SEED_PATTERN.test(clientSeed) && { clientSeed: 'hand.clientSeedInvalid' }),
    ...(!HEX64.test(serverSeed) && { serverSeed: 'hand.hex64' }),
    ...(!isCanonical(tidyOdds(odds)) && { odds: 'hand.oddsInvalid' }),
    ...(commitment !== '' && !HEX64.test(commitment) && { commitment: 'hand.hex64' }),
    ...(ticket !== '' && !TICKET.test(ticket) && { ticket: 'hand.ticketInvalid' }),
    ...(itemId !== '' && !isNonce(itemId) && { itemId: 'hand.wholeInvalid' }),
  };
}

/** Makes evidence of typed values. @param values without mistakes */
export function handEvidence(values: HandValues): Evidence {
  const text = tidyOdds(values.odds);
  const [, caseId = 0, revision = 0] = text.split('\n').map(Number);
  const numberOf = (typed: string) => (typed === '' ? null : Number(typed));
  return {
    epoch: {
      id: values.epoch,
      idx: null,
      anchor: null,
      commitment: values.commitment || null,
      serverSeed: values.serverSeed,
      draws: null,
      isLive: false,
      isCutShort: false,
    },
    draws: [
      {
        nonce: Number(values.nonce),
        clientSeed: values.clientSeed,
        clientSeedOrigin: null,
        oddsHash: oddsHash(text),
        ticket: numberOf(values.ticket),
        itemId: numberOf(values.itemId),
        day: null,
      },
    ],
    odds: [{ caseId, caseName: '', revision, text, items: [] }],
    proofs: [],
    seedNotes: [],
  };
}
