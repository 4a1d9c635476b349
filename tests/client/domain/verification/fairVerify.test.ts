import { describe, expect, test } from 'vitest';
import type { CheckId } from '#/client/domain/verification/checks.ts';
import { type EpochFile, type Evidence, evidenceOf } from '#/client/domain/verification/evidence.ts';
import { verify, type Verdict } from '#/client/domain/verification/verify.ts';
import { defaultClientSeed, TICKETS } from '#/contract/fair.ts';
import { SAMPLE_ODDS, sampleEpoch, sampleSeedNotes } from '../../../support/fairness/sampleEpoch.ts';
import { stateOf, verdictOf } from '../../../support/fairness/verdictOf.ts';

const honest = sampleEpoch();
const seedNotes = sampleSeedNotes(honest);

const failed = ({ checks }: Verdict) => checks.filter(({ state }) => state === 'failed').map(({ id }) => id);

/** The honest epoch with a change. */
const changed = (change: (file: EpochFile) => void): Evidence => {
  const file = structuredClone(honest);
  change(file);
  return evidenceOf(file, seedNotes);
};

const otherHex = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

describe('RT12 the nine checks', () => {
  test('an honest epoch passes all of them', () => {
    const verdict = verdictOf(evidenceOf(honest, seedNotes));
    expect(verdict.checks.map(({ id, state }) => [id, state])).toEqual(
      ['commitment', 'chain', 'odds', 'ticket', 'item', 'nonces', 'clientSeed', 'day', 'id'].map((id) => [
        id,
        'passed',
      ]),
    );
    expect(verdict).toMatchObject({ state: 'passed', drawsChecked: 12, faultyNonces: [] });
    expect([...verdict.tickets.values()]).toEqual(honest.draws.map(({ ticket }) => ticket));
  });

  const tampered: [string, (file: EpochFile) => void, CheckId[], number[]][] = [
    [
      'another server seed',
      ({ epoch }) => (epoch.serverSeed = otherHex(epoch.serverSeed!)),
      ['commitment', 'chain', 'ticket', 'id'],
      [],
    ],
    [
      'another commitment',
      ({ epoch }) => (epoch.commitment = otherHex(epoch.commitment)),
      ['commitment'],
      [],
    ],
    ['another anchor', ({ epoch }) => (epoch.anchor = otherHex(epoch.anchor)), ['chain'], []],
    ['another place in the chain', ({ epoch }) => (epoch.idx += 1), ['chain'], []],
    ['a place that no chain has', ({ epoch }) => (epoch.idx = 2 ** 40), ['chain'], []],
    ['another name of the epoch', ({ epoch }) => (epoch.id = 'e2-other'), ['ticket', 'day', 'id'], []],
    ['an end that the server made', ({ epoch }) => (epoch.endedBy = 'server'), ['nonces'], []],
    [
      'a client seed that the server chose',
      ({ draws }) => (draws[7]!.clientSeedOrigin = 'server'),
      ['clientSeed'],
      [7],
    ],
    [
      'a day before that of the draw',
      ({ draws }) => (draws[3]!.at = '2026-11-21T00:00:00.000Z'),
      ['day'],
      [3],
    ],
    [
      'another ticket',
      ({ draws }) => (draws[3]!.ticket = (draws[3]!.ticket + 1) % TICKETS),
      ['ticket', 'day'],
      [3],
    ],
    ['a ticket that there is not', ({ draws }) => (draws[4]!.ticket = -5), ['ticket', 'item'], [4]],
    ['a better prize', ({ draws }) => (draws[3]!.itemId = 106), ['item', 'day'], [3]],
    ['another client seed', ({ draws }) => (draws[7]!.clientSeed = 'third'), ['ticket', 'clientSeed'], [7]],
    [
      'a hash of no table',
      ({ draws }) => (draws[6]!.oddsHash = otherHex(draws[6]!.oddsHash)),
      ['odds', 'ticket'],
      [6],
    ],
    [
      'other odds under the old name',
      ({ odds }) => (odds[0]!.text = SAMPLE_ODDS.replace('550000', '550001').replace('250000', '249999')),
      ['odds'],
      [],
    ],
    [
      'odds of a million and one',
      ({ odds }) => (odds[0]!.text = SAMPLE_ODDS.replace('550000', '550001')),
      ['odds'],
      [],
    ],
    ['a draw left out', ({ draws }) => void draws.splice(4, 1), ['nonces'], []],
    ['the last draw left out', ({ draws }) => void draws.pop(), ['nonces'], []],
    ['a draw twice', ({ draws }) => void draws.push(draws[2]!), ['nonces'], []],
    [
      'another root of the day',
      ({ proofs }) => (proofs[1]!.proof.day!.root = otherHex(proofs[1]!.proof.day!.root)),
      ['day'],
      [],
    ],
    [
      'another path',
      ({ proofs }) => (proofs[1]!.proof.path[0] = otherHex(proofs[1]!.proof.path[0]!)),
      ['day'],
      [],
    ],
    ['a shorter path', ({ proofs }) => void proofs[1]!.proof.path.pop(), ['day'], []],
    ['another place in the day', ({ proofs }) => (proofs[1]!.proof.index = 2), ['day'], []],
    ['a place outside of the day', ({ proofs }) => (proofs[1]!.proof.index = 12), ['day'], []],
  ];
  test.each(tampered)('%s is found', (_, change, expected, faulty) => {
    const verdict = verdictOf(changed(change));
    expect(verdict.state).toBe('failed');
    expect(failed(verdict)).toEqual(expect.arrayContaining(expected));
    expect(verdict.faultyNonces).toEqual(expect.arrayContaining(faulty));
  });

  test('what this browser noted outweighs a record that fits together', () => {
    const others = seedNotes.map((note) => ({ ...note, commitment: otherHex(note.commitment) }));
    expect(failed(verdictOf(evidenceOf(honest, others)))).toEqual(['commitment']);
    const seeds = seedNotes.map((note) => Object.assign(structuredClone(note), { clientSeed: 'mine' }));
    expect(failed(verdictOf(evidenceOf(honest, seeds)))).toEqual(['clientSeed']);
  });

  const fields = ['clientSeed', 'oddsHash', 'ticket', 'itemId', 'nonce'] as const;
  test.each(fields)('another %s in any one draw is found', (field) => {
    for (let at = 0; at < honest.draws.length; at++) {
      const verdict = verdictOf(
        changed(({ draws }) => {
          const draw = draws[at]!;
          if (field === 'ticket' || field === 'itemId' || field === 'nonce') draw[field] += 1 + at;
          else draw[field] = otherHex(draw[field]);
        }),
      );
      expect(verdict.state).toBe('failed');
    }
  });

  test('a live epoch waits for its seed; what can be looked at is', () => {
    const evidence = changed((file) => {
      file.epoch.serverSeed = null;
      file.epoch.endedAt = null;
      file.proofs.forEach(({ proof }) => (proof.day = null));
    });
    const verdict = verdictOf(evidence);
    expect(verdict.state).toBe('waiting');
    expect(verdict.checks.map(({ state }) => state)).toEqual([
      'waiting',
      'passed',
      'passed',
      'waiting',
      'passed',
      'passed',
      'passed',
      'waiting',
      'waiting',
    ]);
    expect(verdict.tickets.size).toBe(0);
  });

  /** The report of a server that tried ids until the draws suited it; everything else is consistent. */
  const ground = (id: string): EpochFile => {
    const file = sampleEpoch(12, 5, id);
    expect(file.draws).not.toEqual(honest.draws);
    return file;
  };

  test('SE5 an id that does not follow from the seed is found, although all the rest fits', () => {
    const verdict = verdictOf(evidenceOf(ground('e2-0123456789abcdef0123'), []));
    expect([verdict.state, failed(verdict)]).toEqual(['failed', ['id']]);
  });

  test('SE5 a random id of the older kind is no full proof, and nothing of it fails', () => {
    const older = evidenceOf(ground('e-0123456789abcdef0123'), []);
    const verdict = verdictOf(older);
    expect([verdict.state, failed(verdict)]).toEqual(['unknown', []]);
    expect(verdict.checks.find(({ id }) => id === 'id')).toMatchObject({ reason: 'id.older' });
  });

  test('SE5 client seeds of nobody follow from the id; of older epochs they were chosen', () => {
    const nobodys = (file: EpochFile) => {
      file.draws.forEach((draw) => (draw.clientSeedOrigin = 'server'));
      return verdictOf(evidenceOf(file, []));
    };
    const id = honest.epoch.id;
    const derived = nobodys(sampleEpoch(12, 0, id, defaultClientSeed(id)));
    expect([derived.state, stateOf(derived, 'clientSeed')]).toEqual(['passed', 'unknown']);
    const chosen = nobodys(sampleEpoch(12, 0, id, 'chosen'));
    expect([chosen.state, failed(chosen)]).toEqual(['failed', ['clientSeed']]);
    expect(failed(nobodys(sampleEpoch(12, 0, 'e-0123456789abcdef0123', 'chosen')))).toEqual([]);
  });

  test('SE11 a draw in the log of a later day passes, and the page says so', () => {
    const verdict = verdictOf(
      changed(({ draws }) => draws.forEach((draw) => (draw.at = '2026-11-19T23:59:00.000Z'))),
    );
    expect(verdict.checks.find(({ id }) => id === 'day')).toMatchObject({
      state: 'passed',
      reason: 'day.passedLater',
      count: 3,
      total: 3,
    });
  });

  test('seeds that the server gave prove less', () => {
    const id = honest.epoch.id;
    const file = sampleEpoch(12, 0, id, defaultClientSeed(id));
    file.draws.forEach((draw) => (draw.clientSeedOrigin = 'server'));
    const verdict = verdictOf(evidenceOf(file, []));
    expect(verdict.checks.find(({ id }) => id === 'clientSeed')).toMatchObject({
      state: 'unknown',
      reason: 'clientSeed.byServer',
      count: 12,
    });
  });

  test('without a note of this browser the client seed cannot be compared, the rest can', () => {
    const verdict = verdictOf(evidenceOf(honest, []));
    expect(verdict.state).toBe('passed');
    expect(stateOf(verdict, 'clientSeed')).toBe('unknown');
  });

  test('an epoch without draws passes as far as it goes', () => {
    const empty = sampleEpoch(0);
    const verdict = verdictOf(evidenceOf(empty, []));
    expect(failed(verdict)).toEqual([]);
    expect(stateOf(verdict, 'commitment')).toBe('passed');
  });

  test('ten thousand draws are all computed, and say how far they are', () => {
    const many = evidenceOf(sampleEpoch(10_000), []);
    const seen: number[] = [];
    const steps = verify(many);
    const startedMs = performance.now();
    let step = steps.next();
    for (; !step.done; step = steps.next()) seen.push(step.value);
    console.info(`10,000 draws verified in ${Math.round(performance.now() - startedMs)} ms`);
    expect(step.value).toMatchObject({ state: 'passed', drawsChecked: 10_000 });
    expect(seen.at(-1)).toBe(10_000);
    expect(seen.length).toBeGreaterThan(30);
  });
});
