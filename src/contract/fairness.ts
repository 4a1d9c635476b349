import * as z from 'zod/mini';
import { idInPath, rarity } from './cases.ts';
import { code, text } from './kernel/text.ts';

/** Public records behind the fair draw (PF1): everything that a stranger needs to compute a prize again. */

const hex64 = text(64).check(z.regex(/^[0-9a-f]{64}$/, code('badRequest')));
const count = z.int().check(z.nonnegative());

export const CLIENT_SEED_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
const clientSeed = text(64, 'badRequest', 'clientSeedInvalid').check(
  z.regex(CLIENT_SEED_PATTERN, code('clientSeedInvalid')),
);
/** server: the player chose no seed before the first opening, so `defaultClientSeed` is used, which proves less. */
const clientSeedOrigin = z.enum(['player', 'server']);

/** An epoch: the openings that share one server seed. */
export const fairEpoch = z.object({
  id: z.string(),
  /** Chains of the player from 1, and the place of the seed in it from 1. */
  chainNo: z.int(),
  idx: z.int(),
  /** Published before the first client seed of the chain. It is `idx` hashes below the server seed. */
  anchor: hex64,
  /** SHA-256 of the server seed. */
  commitment: hex64,
  /** Null while the epoch is live. */
  serverSeed: z.nullable(hex64),
  /** Draws made in it: nonces 0 to draws - 1. */
  draws: count,
  createdAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /**
   * Who ended the epoch. The server ends an epoch only when it has reached its limit. Null when the
   * epoch is live, or ended before this was recorded.
   */
  endedBy: z._default(z.nullable(z.enum(['player', 'server'])), null),
});
export type FairEpoch = z.infer<typeof fairEpoch>;

/** The live epoch of the signed-in player. */
export const fairCurrent = z.object({
  epoch: fairEpoch,
  clientSeed: z.nullable(clientSeed),
  clientSeedOrigin: z.nullable(clientSeedOrigin),
  /** The nonce of the next draw. */
  nextNonce: count,
  /** The anchor of the next chain, which is already fixed. */
  nextAnchor: hex64,
});
export type FairCurrent = z.infer<typeof fairCurrent>;

/**
 * The commitment must be the live one, because the seed was made for it; otherwise the answer is 409 `epochEnded`.
 */
export const clientSeedBody = z.strictObject({ commitment: hex64, clientSeed });
/**
 * Ends the epoch of this commitment. A repeated request ends nothing and answers with the live epoch. Without a new
 * client seed, the player's seed stays in use to the end of the chain.
 */
export const rotateBody = z.strictObject({ commitment: hex64, clientSeed: z.optional(clientSeed) });
/** `ended` includes its server seed. */
export const rotateReply = z.object({ ended: fairEpoch, current: fairCurrent });

const epochId = text(40).check(z.regex(/^[a-z0-9-]{1,40}$/, code('badRequest')));
const nonce = z.pipe(text(10).check(z.regex(/^(0|[1-9]\d{0,9})$/, code('badRequest'))), z.transform(Number));

export const epochsQuery = z.strictObject({
  /** Id of the last epoch of the page before. */
  before: z.optional(epochId),
});
/** Newest first, 50 a page. */
export const epochsReply = z.object({ epochs: z.array(fairEpoch), nextBefore: z.nullable(z.string()) });

export const epochParams = z.strictObject({ id: epochId });

export const drawRecord = z.object({
  nonce: count,
  clientSeed,
  clientSeedOrigin,
  oddsHash: hex64,
  ticket: z.int(),
  itemId: z.int(),
  caseId: z.int(),
  at: z.iso.datetime(),
});
export type DrawRecord = z.infer<typeof drawRecord>;

/** Draws of a page; the nonces of an epoch have no gaps. */
export const DRAWS_PAGE = 1000;
/** 1 to DRAWS_PAGE. */
const pageCount = z.pipe(
  text(4).check(z.regex(/^(?:[1-9]\d{0,2}|1000)$/, code('badRequest'))),
  z.transform(Number),
);
export const drawsQuery = z.strictObject({
  epoch: epochId,
  from: z._default(nonce, 0),
  /** Number of draws; a page if it is left out. */
  count: z._default(pageCount, DRAWS_PAGE),
});
export const drawsReply = z.object({ draws: z.array(drawRecord), nextFrom: z.nullable(z.int()) });

export const oddsParams = z.strictObject({ hash: hex64 });
export const oddsItem = z.object({ id: z.int(), name: z.string(), imageName: z.string(), color: rarity });
export const oddsReply = z.object({
  caseId: z.int(),
  caseName: z.string(),
  revision: z.int(),
  /** The canonical text that `oddsHash` names. */
  text: z.string(),
  items: z.array(oddsItem),
});
export type OddsRecord = z.infer<typeof oddsReply>;

/** Below this probability chance no longer explains a difference: pages say so, and the operator is warned. */
export const DEVIATES_BELOW = 0.0001;

export const fairStatsParams = z.strictObject({ caseId: idInPath });
/** Declared odds and observed draws for each odds table of a case that had draws. The table in force is first. */
export const fairStatsReply = z.object({
  caseId: z.int(),
  revisions: z.array(
    z.object({
      revision: z.int(),
      oddsHash: hex64,
      /** Counted draws; those of the last minutes are missing. */
      draws: count,
      /**
       * Probability that chance causes so large a difference (chi-square). Rare prizes are merged until each group
       * expects five. Null if fewer than two groups remain.
       */
      pValue: z.nullable(z.number()),
      items: z.array(z.object({ ...oddsItem.shape, tickets: z.int(), observed: count })),
    }),
  ),
});
export type FairStats = z.infer<typeof fairStatsReply>;

/** A closed day (UTC) of all draws of the site, fixed by one hash. */
export const fairDay = z.object({
  day: z.iso.date(),
  draws: count,
  /** `dayRoot` of all other fields. It fixes this day and all days before it. */
  root: hex64,
  /** Root of the previous day that had draws; null for the first day. */
  previousRoot: z.nullable(hex64),
  /**
   * Root of the Merkle tree (RFC 6962, SHA-256) over the day's leaves in the order they were drawn.
   * Null for a day that was closed before roots were chained; the `root` of such a day is its tree
   * root. No such day follows a chained day.
   */
  treeRoot: z._default(z.nullable(hex64), null),
});
export type FairDay = z.infer<typeof fairDay>;
export const fairDaysQuery = z.strictObject({
  before: z.optional(text(10).check(z.iso.date(code('badRequest')))),
});
/** Newest first, 90 a page. */
export const fairDaysReply = z.object({ days: z.array(fairDay), nextBefore: z.nullable(z.iso.date()) });

export const proofQuery = z.strictObject({ epoch: epochId, nonce });
/** Proof that a draw is in its day. `day` is null until the day is closed. */
export const proofReply = z.object({
  day: z.nullable(fairDay),
  /** Place of the leaf among those of the day, from 0. */
  index: count,
  /** Hashes from the leaf's neighbour up to the root's child (RFC 6962, 2.1.1). */
  path: z.array(hex64),
});
export type DrawProof = z.infer<typeof proofReply>;
