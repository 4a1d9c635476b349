import * as z from 'zod/mini';
import { hasReachedEnd } from '#/contract/fair.ts';
import { drawRecord, fairEpoch, oddsReply, proofReply, type OddsRecord } from '#/contract/fairness.ts';
import type { SeedNote } from '#/client/domain/queries/seedNotes.ts';

/** The known data of one draw; null when unknown. */
export interface DrawEvidence {
  nonce: number;
  clientSeed: string;
  clientSeedOrigin: 'player' | 'server' | null;
  oddsHash: string;
  ticket: number | null;
  itemId: number | null;
  /** The day (UTC) of the draw, for example 2026-01-15. */
  day: string | null;
}

/** All data that the checks of PF1 use. */
export interface Evidence {
  epoch: {
    id: string;
    /** Place of the seed in its chain, from 1. */
    idx: number | null;
    anchor: string | null;
    commitment: string | null;
    serverSeed: string | null;
    /** Number of its draws; null when unknown. */
    draws: number | null;
    /** Whether its seed is still secret. */
    isLive: boolean;
    /** Whether the server ended it early. */
    isCutShort: boolean;
  };
  draws: readonly DrawEvidence[];
  odds: readonly OddsRecord[];
  /** Proofs that some of the draws are in the tree of their day. */
  proofs: readonly Proof[];
  /** Notes of this browser from the time when the epoch was live. */
  seedNotes: readonly SeedNote[];
}

const proof = z.object({ nonce: z.int(), proof: proofReply });
type Proof = z.infer<typeof proof>;

const FORMAT = 'PF1-EPOCH';

/** An epoch in a file, with all data to verify it without this site. */
const epochFile = z.object({
  format: z.literal(FORMAT),
  epoch: fairEpoch,
  draws: z.array(drawRecord),
  odds: z.array(oddsReply),
  proofs: z._default(z.array(proof), []),
  /** Nonce of the only draw in the file. Absent when it has all draws. */
  only: z.optional(z.int()),
});
export type EpochFile = Omit<z.infer<typeof epochFile>, 'format'>;

/** Reason why a text is not a valid export. `path` names the place, for example `draws.3.ticket`. */
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

/** Combines a file or the server's answer with the notes of this browser. */
export function evidenceOf(
  { epoch, draws, odds, proofs, only }: EpochFile,
  seedNotes: readonly SeedNote[],
): Evidence {
  // the epoch's number of draws cannot show whether one is missing here
  const known = only === undefined ? epoch : { ...epoch, draws: null };
  const { createdAt, endedAt, endedBy } = epoch;
  const isCutShort =
    endedBy === 'server' && endedAt !== null && !hasReachedEnd({ draws: epoch.draws, createdAt, endedAt });
  return {
    epoch: { ...known, isLive: epoch.serverSeed === null, isCutShort },
    draws: draws.map((draw) => ({ ...draw, day: draw.at.slice(0, 10) })),
    odds,
    proofs,
    seedNotes,
  };
}
