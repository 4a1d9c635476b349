import * as z from 'zod/mini';
import { hasReachedEnd } from '#/contract/fair.ts';
import { drawRecord, fairEpoch, oddsReply, proofReply, type OddsRecord } from '#/contract/fairness.ts';
import type { SeedNote } from '#/client/domain/queries/seedNotes.ts';

/** One draw as far as it is known; null is unknown. */
export interface DrawEvidence {
  nonce: number;
  clientSeed: string;
  clientSeedOrigin: 'player' | 'server' | null;
  oddsHash: string;
  ticket: number | null;
  itemId: number | null;
  /** The day (UTC) on which it was drawn, as 2026-01-15. */
  day: string | null;
}

/** Everything that the checks of PF1 use. */
export interface Evidence {
  epoch: {
    id: string;
    /** Place of the seed in its chain, from 1. */
    idx: number | null;
    anchor: string | null;
    commitment: string | null;
    serverSeed: string | null;
    /** Draws made in it; null: unknown. */
    draws: number | null;
    /** Its seed is still secret. */
    isLive: boolean;
    /** The server ended it early. */
    isCutShort: boolean;
  };
  draws: readonly DrawEvidence[];
  odds: readonly OddsRecord[];
  /** Proofs, for some of the draws, that they are in the tree of their day. */
  proofs: readonly Proof[];
  /** What this browser noted while the epoch was live. */
  records: readonly SeedNote[];
}

const proof = z.object({ nonce: z.int(), proof: proofReply });
type Proof = z.infer<typeof proof>;

const FORMAT = 'PF1-EPOCH';

/** An epoch in a file: everything that can be verified without this site. */
const epochFile = z.object({
  format: z.literal(FORMAT),
  epoch: fairEpoch,
  draws: z.array(drawRecord),
  odds: z.array(oddsReply),
  proofs: z._default(z.array(proof), []),
  /** The single draw of the epoch that the file holds; absent: all draws. */
  only: z.optional(z.int()),
});
export type EpochFile = Omit<z.infer<typeof epochFile>, 'format'>;

/** Why a text is no valid export. `path` names the place, as `draws.3.ticket`. */
export type FileFault = { fault: 'empty' | 'notJson' | 'notExport' } | { fault: 'field'; path: string };

/** The text of a file that holds an epoch. */
export function exportText(file: EpochFile): string {
  return `${JSON.stringify({ format: FORMAT, ...file }, null, 1)}\n`;
}

/** Reads an export, even if it was edited. Never throws. */
export function parseExport(text: string): EpochFile | FileFault {
  if (text.trim() === '') return { fault: 'empty' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'notJson' };
  }
  const parsed = z.safeParse(epochFile, value);
  if (parsed.success) return parsed.data;
  const [path = []] = parsed.error.issues.map((issue) => issue.path);
  return path.length === 0 || path[0] === 'format'
    ? { fault: 'notExport' }
    : { fault: 'field', path: path.join('.') };
}

/** Combines a file or the server's answer with what this browser knows itself. */
export function evidenceOf(
  { epoch, draws, odds, proofs, only }: EpochFile,
  records: readonly SeedNote[],
): Evidence {
  // the number of draws does not tell whether one is missing
  const known = only === undefined ? epoch : { ...epoch, draws: null };
  const { createdAt, endedAt, endedBy } = epoch;
  const isCutShort =
    endedBy === 'server' && endedAt !== null && !hasReachedEnd({ draws: epoch.draws, createdAt, endedAt });
  return {
    epoch: { ...known, isLive: epoch.serverSeed === null, isCutShort },
    draws: draws.map((draw) => ({ ...draw, day: draw.at.slice(0, 10) })),
    odds,
    proofs,
    records,
  };
}
