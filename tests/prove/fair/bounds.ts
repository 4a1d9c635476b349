import { brokenInvariants, differingDraws } from '#/server/domain/books/invariants.ts';
import { differingDays } from '#/server/domain/books/fairInvariants.ts';
import { closeDays } from '#/server/domain/fairness/closeDays.ts';
import { countDraws } from '#/server/domain/fairness/countDraws.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { brokenGoldenVectors } from './golden.ts';
import { askAt, playTwoDays, type PlayFigures } from './play.ts';
import { believedGrindings, GRINDINGS_TRIED } from './grinding.ts';
import { lyingAsk, TAMPERINGS } from './tampering.ts';
import {
  type Ask,
  drawsOf,
  faultsOfDays,
  faultsOfEpoch,
  leafAgain,
  type PublicDay,
  type PublicProof,
  treeHash,
} from './verifier.ts';

export interface FairFigure {
  epochs: number;
  draws: number;
  days: number;
  /** Draws whose place in their day was asked for. */
  proofs: number;
  /** Faults that the verifier found. */
  faults: string[];
  golden: string[];
  lies: number;
  /** Lies that the check that should find them did not find. */
  believed: string[];
  broken: Record<string, number>;
}

export interface FairForm extends PlayFigures {
  /** A proof is requested for one in this many draws, and for all draws of the first day. */
  proofOfEvery: number;
}

/** Plays on a server that listens, then verifies all of it from public calls alone. */
export async function playAndVerify(site: TestApp, form: FairForm): Promise<FairFigure> {
  const url = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const ask = askAt(url);
  const ofEpoch = await playTwoDays(site, url, form);
  await countDraws(site.deps);
  await closeDays(site.deps);

  const isProved = (nonce: number) => nonce % form.proofOfEvery === 0;
  const faults = [...(await faultsOfDays(ask))];
  let [draws, proofs] = [0, 0];
  for (const [epochId, notes] of ofEpoch) {
    faults.push(...(await faultsOfEpoch(ask, epochId, notes, isProved)));
    draws += notes.length;
    proofs += notes.filter(({ nonce }) => isProved(nonce)).length;
  }
  faults.push(...(await faultsOfStats(ask, draws)), ...(await faultsOfFirstDay(ask, [...ofEpoch.keys()])));
  const { days } = (await ask('/api/v1/fair/days')) as { days: PublicDay[] };
  if (days.reduce((sum, day) => sum + day.draws, 0) !== draws) faults.push('8 the days hold other draws');

  const believed: string[] = [];
  const [[epochId, notes] = ['', []]] = ofEpoch;
  for (const [name, tampering] of Object.entries(TAMPERINGS)) {
    const found = await faultsOfEpoch(lyingAsk(ask, tampering), epochId, notes, (nonce) => nonce === 0);
    if (!found.some((fault) => fault.startsWith(tampering.check))) believed.push(name);
  }
  believed.push(...(await believedGrindings(ask, epochId, notes)));
  return {
    epochs: ofEpoch.size,
    draws,
    days: days.length,
    proofs,
    faults,
    golden: brokenGoldenVectors(),
    lies: Object.keys(TAMPERINGS).length + GRINDINGS_TRIED,
    believed,
    broken: {
      ...(await brokenInvariants(site.pool)),
      ...((await differingDraws(site.pool, site.deps.secretKey, { limit: 100_000 })).length > 0 && {
        draws: 1,
      }),
      ...((await differingDays(site.deps.db)).length > 0 && { days: 1 }),
    },
  };
}

interface Stats {
  revisions: { draws: number; pValue: number | null; items: { observed: number }[] }[];
}

/** The counts that are published are those of the draws. */
async function faultsOfStats(ask: Ask, draws: number): Promise<string[]> {
  let counted = 0;
  for (const caseId of [1, 2]) {
    const { revisions } = (await ask(`/api/v1/fair/stats/${caseId}`)) as Stats;
    for (const { items } of revisions) counted += items.reduce((sum, { observed }) => sum + observed, 0);
  }
  return counted === draws ? [] : [`${counted} of ${draws} draws are counted`];
}

/** The whole tree of the first day, from every leaf of it. */
async function faultsOfFirstDay(ask: Ask, epochIds: readonly string[]): Promise<string[]> {
  const { days } = (await ask('/api/v1/fair/days')) as { days: PublicDay[] };
  const first = days.at(-1);
  const leaves: Buffer[] = [];
  for (const epochId of epochIds)
    for (const draw of (await drawsOf(ask, epochId)).filter(({ at }) => at.startsWith(first?.day ?? '-'))) {
      const proof = (await ask(`/api/v1/fair/proof?epoch=${epochId}&nonce=${draw.nonce}`)) as PublicProof;
      leaves[proof.index] = leafAgain(epochId, draw);
    }
  const isWhole = leaves.length === first?.draws && Object.keys(leaves).length === leaves.length;
  return isWhole && treeHash(leaves).toString('hex') === first.treeRoot
    ? []
    : ['8 the root of the first day is not that of its leaves'];
}

/** The bounds that the figures do not meet, in words. */
export function brokenFairBounds(figure: FairFigure, form: FairForm): string[] {
  const perDay = form.players * (4 * form.singles + 1 + 100 * form.hundreds);
  const bounds: [string, boolean][] = [
    ['PF1 golden vectors', figure.golden.length === 0],
    ['PF1 every draw is verified', figure.faults.length === 0 && figure.draws === 2 * perDay],
    ['PF1 every epoch is verified', figure.epochs === 4 * form.players && figure.proofs > figure.epochs],
    ['PF1 both days are closed', figure.days === 2],
    ['PF1 every lie is found', figure.believed.length === 0 && figure.lies >= 25],
    ['PF1 invariants', Object.keys(figure.broken).length === 0],
  ];
  return bounds.filter(([, isMet]) => !isMet).map(([bound]) => bound);
}
