import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The fair draw PF1 (TRUST.md): anyone who knows these values computes the same prize.
 * The server uses it to draw, the browser to verify.
 */

/** Tickets of every odds table; one ticket is 0.0001 %. */
export const TICKETS = 1_000_000;
/** Words at or above this would favour low tickets, so they are thrown away. */
const WORD_LIMIT = Math.floor(2 ** 32 / TICKETS) * TICKETS;

export interface OddsRow {
  itemId: number;
  sortOrder: number;
  tickets: number;
}

const hexOfText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/**
 * The canonical text of an odds table, its rows ordered by (sortOrder, itemId).
 * @throws RangeError unless every row has a ticket and all sum to exactly a million.
 */
export function oddsText(caseId: number, revision: number, rows: readonly OddsRow[]): string {
  const ordered = rows.toSorted((a, b) => a.sortOrder - b.sortOrder || a.itemId - b.itemId);
  const sum = ordered.reduce((total, row) => total + row.tickets, 0);
  if (sum !== TICKETS || ordered.some((row) => !Number.isInteger(row.tickets) || row.tickets < 1))
    throw new RangeError(`tickets of case ${caseId} sum to ${sum}, not ${TICKETS}`);
  return ['ODDS1', caseId, revision, ...ordered.map((row) => `${row.itemId}:${row.tickets}`), ''].join('\n');
}

/** Names an odds table by its contents: 64 hex characters. */
export function oddsHash(text: string): string {
  return hexOfText(text);
}

/** The rows of a canonical text, in the order that decides the ticket ranges. */
export function parseOdds(text: string): { itemId: number; tickets: number }[] {
  const [, , , ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [itemId, tickets] = line.split(':').map(Number) as [number, number];
    return { itemId, tickets };
  });
}

/** The item whose range holds the ticket (0 to 999,999). */
export function itemOfTicket(rows: readonly { itemId: number; tickets: number }[], ticket: number): number {
  let upTo = 0;
  for (const { itemId, tickets } of rows) {
    upTo += tickets;
    if (ticket < upTo) return itemId;
  }
  throw new RangeError(`no item owns ticket ${ticket}`);
}

/** The seed before this one in the chain, which is also the commitment published for this one. */
export function previousSeed(seed: string): string {
  return hexOfText(seed);
}

export interface DrawInput {
  /** 64 hex characters; secret while its epoch lives. */
  serverSeed: string;
  epochId: string;
  clientSeed: string;
  /** Counts draws of the epoch from 0 without a gap. */
  nonce: number;
  oddsHash: string;
}

/** The ticket of a draw, 0 to 999,999, every value equally likely. */
export function ticketOf(draw: DrawInput): number {
  const key = utf8ToBytes(draw.serverSeed);
  for (let counter = 0; ; counter++) {
    const message = ['PF1', draw.epochId, draw.clientSeed, draw.nonce, draw.oddsHash, counter].join('|');
    const digest = hmac(sha256, key, utf8ToBytes(message));
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < digest.byteLength; at += 4) {
      const word = words.getUint32(at);
      if (word < WORD_LIMIT) return word % TICKETS;
    }
  }
}

/** What of a draw goes into the tree of its day. */
export interface LeafInput {
  epochId: string;
  nonce: number;
  clientSeed: string;
  oddsHash: string;
  ticket: number;
  itemId: number;
}

/** The text of a leaf of the day's Merkle tree. */
export function leafText(draw: LeafInput): string {
  const { epochId, nonce, clientSeed, oddsHash: odds, ticket, itemId } = draw;
  return ['DRAW1', epochId, nonce, clientSeed, odds, ticket, itemId].join('|');
}

/** Hash of a leaf of the day's Merkle tree (RFC 6962: a leaf is marked with 0): 64 hex characters. */
export function leafHash(draw: LeafInput): string {
  return bytesToHex(sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(leafText(draw)))));
}

/** Hash of two children (RFC 6962: an inner node is marked with 1): 64 hex characters. */
export function nodeHash(left: string, right: string): string {
  return bytesToHex(sha256(concatBytes(Uint8Array.of(1), hexToBytes(left), hexToBytes(right))));
}

/**
 * What fixes a day: its draws by the root of their tree, and all days before it by the root of the last of them.
 * @returns 64 hex characters
 */
export function dayRoot(day: {
  day: string;
  draws: number;
  previousRoot: string | null;
  treeRoot: string;
}): string {
  return bytesToHex(
    sha256(utf8ToBytes(`DAY1|${day.day}|${day.draws}|${day.previousRoot ?? ''}|${day.treeRoot}`)),
  );
}
