import * as z from 'zod/mini';
import { drawRecord, fairEpoch, oddsReply, proofReply, type OddsRecord } from '#/contract/fairness.ts';
import type { FairRecord } from '../fairRecord.ts';

/** One draw as far as it is known: null is what nobody has told. */
export interface DrawEvidence {
  nonce: number;
  clientSeed: string;
  clientSeedOrigin: 'player' | 'server' | null;
  oddsHash: string;
  ticket: number | null;
  itemId: number | null;
}

/** Everything the checks of PF1 look at. */
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
  };
  draws: readonly DrawEvidence[];
  odds: readonly OddsRecord[];
  /** For some of the draws: that they are in their day. */
  proofs: readonly Proof[];
  /** What this browser noted by itself while the epoch lived. */
  records: readonly FairRecord[];
}

const proof = z.object({ nonce: z.int(), proof: proofReply });
type Proof = z.infer<typeof proof>;

const FORMAT = 'PF1-EPOCH';

/** An epoch in a file: all that can be verified without this site. */
const epochFile = z.object({
  format: z.literal(FORMAT),
  epoch: fairEpoch,
  draws: z.array(drawRecord),
  odds: z.array(oddsReply),
  proofs: z._default(z.array(proof), []),
  /** The one draw it holds of its epoch; absent: all of them. */
  only: z.optional(z.int()),
});
export type EpochFile = Omit<z.infer<typeof epochFile>, 'format'>;

/** Why a text is no export. `path` leads to the place, such as `draws.3.ticket`. */
export type FileFault = { fault: 'empty' | 'notJson' | 'notExport' } | { fault: 'field'; path: string };

/** The text of a file that holds an epoch. */
export function exportText(file: EpochFile): string {
  return `${JSON.stringify({ format: FORMAT, ...file }, null, 1)}\n`;
}

/** Reads what `exportText` wrote, whatever became of it since; never throws. */
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

/** What a file or the server tells, beside what this browser knows itself. */
export function evidenceOf(
  { epoch, draws, odds, proofs, only }: EpochFile,
  records: readonly FairRecord[],
): Evidence {
  // how many there are says nothing of whether one is missing
  const known = only === undefined ? epoch : { ...epoch, draws: null };
  return { epoch: { ...known, isLive: epoch.serverSeed === null }, draws, odds, proofs, records };
}
