import { describe, expect, test } from 'vitest';
import type { CheckId, CheckState } from '#/client/fairness/checks.ts';
import {
  type EpochFile,
  type Evidence,
  evidenceOf,
  exportText,
  parseExport,
} from '#/client/fairness/evidence.ts';
import { handEvidence, handFaults, type HandValues } from '#/client/fairness/handEvidence.ts';
import { closeUp, ticketSpans } from '#/client/fairness/ticketSpans.ts';
import { isCanonical, verify, type Verdict } from '#/client/fairness/verify.ts';
import { TICKETS } from '#/contract/fair.ts';
import { randomOf } from '../support/random.ts';
import { SAMPLE_ODDS, sampleEpoch, sampleRecords } from '../support/sampleEpoch.ts';

const honest = sampleEpoch();
const records = sampleRecords(honest);

function verdictOf(evidence: Evidence): Verdict {
  const steps = verify(evidence);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

const stateOf = ({ checks }: Verdict, id: CheckId): CheckState | undefined =>
  checks.find((check) => check.id === id)?.state;
const failed = ({ checks }: Verdict) => checks.filter(({ state }) => state === 'failed').map(({ id }) => id);

/** The honest epoch with a change. */
const changed = (change: (file: EpochFile) => void): Evidence => {
  const file = structuredClone(honest);
  change(file);
  return evidenceOf(file, records);
};

const otherHex = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

describe('RT12 the eight checks', () => {
  test('an honest epoch passes all of them', () => {
    const verdict = verdictOf(evidenceOf(honest, records));
    expect(verdict.checks.map(({ id, state }) => [id, state])).toEqual(
      ['commitment', 'chain', 'odds', 'ticket', 'item', 'nonces', 'clientSeed', 'day'].map((id) => [
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
      ['commitment', 'chain', 'ticket'],
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
    ['another name of the epoch', ({ epoch }) => (epoch.id = 'e-other'), ['ticket', 'day'], []],
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
    const others = records.map((record) => ({ ...record, commitment: otherHex(record.commitment) }));
    expect(failed(verdictOf(evidenceOf(honest, others)))).toEqual(['commitment']);
    const seeds = records.map((record) => ({ ...record, clientSeed: 'mine' }));
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
    ]);
    expect(verdict.tickets.size).toBe(0);
  });

  test('seeds that the server chose prove less', () => {
    const verdict = verdictOf(
      changed(({ draws }) => draws.forEach((draw) => (draw.clientSeedOrigin = 'server'))),
    );
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

describe('RT12 the file of an epoch', () => {
  test('what is written is read again', () => {
    expect(parseExport(exportText(honest))).toMatchObject(honest);
  });

  test.each([
    ['', { fault: 'empty' }],
    ['  \n', { fault: 'empty' }],
    ['{"format":', { fault: 'notJson' }],
    ['null', { fault: 'notExport' }],
    ['[]', { fault: 'notExport' }],
    ['{"format":"PF2"}', { fault: 'notExport' }],
  ])('%j is none', (text, fault) => {
    expect(parseExport(text)).toEqual(fault);
  });

  test('says which field is wrong', () => {
    const text = exportText(honest).replace(`"ticket": ${honest.draws[3]!.ticket}`, '"ticket": "many"');
    expect(parseExport(text)).toEqual({ fault: 'field', path: 'draws.3.ticket' });
  });

  test('reading and verifying never throws, whatever stands in it', () => {
    const text = exportText(honest);
    const { below: upTo } = randomOf(8);
    const pieces = [
      '',
      '0',
      '-1',
      'null',
      '"',
      '{}',
      '[',
      ',',
      '1e400',
      String.raw`\u0000`,
      'ff',
      '.5',
      '9'.repeat(30),
    ];
    let read = 0;
    for (let run = 0; run < 1500; run++) {
      const at = upTo(text.length);
      const damaged = text.slice(0, at) + (pieces[upTo(pieces.length)] ?? '') + text.slice(at + upTo(12));
      const parsed = parseExport(damaged);
      if ('fault' in parsed) continue;
      read += 1;
      expect(verdictOf(evidenceOf(parsed, records)).checks).toHaveLength(8);
    }
    expect(read).toBeGreaterThan(40);
    for (const odd of ['', 'ODDS1', 'ODDS1\n1\n1\n', 'a\nb\nc\nd:e\n', '\n\n\n:\n', 'ODDS1\n1\n1\n1:1000000'])
      expect(isCanonical(odd)).toBe(false);
  });
});

describe('RT12 values typed by hand', () => {
  const draw = honest.draws[0]!;
  const typed: HandValues = {
    serverSeed: honest.epoch.serverSeed!,
    commitment: honest.epoch.commitment,
    epoch: honest.epoch.id,
    clientSeed: draw.clientSeed,
    nonce: '0',
    odds: ` ${SAMPLE_ODDS.replaceAll('\n', '\r\n')} `,
    ticket: String(draw.ticket),
    itemId: String(draw.itemId),
  };

  test('are verified as far as they go', () => {
    expect(handFaults(typed)).toEqual({});
    const verdict = verdictOf(handEvidence(typed));
    expect(verdict.state).toBe('passed');
    expect(stateOf(verdict, 'chain')).toBe('unknown');
    expect(verdictOf(handEvidence({ ...typed, ticket: '1' })).state).toBe('failed');
  });

  test('the ticket comes out where only the seeds are known', () => {
    const verdict = verdictOf(handEvidence({ ...typed, commitment: '', ticket: '', itemId: '' }));
    expect(verdict.state).toBe('unknown');
    expect(verdict.tickets.get(0)).toBe(draw.ticket);
  });

  test.each<[keyof HandValues, string]>([
    ['serverSeed', ''],
    ['serverSeed', 'ABC'],
    ['commitment', 'abc'],
    ['epoch', ''],
    ['epoch', 'E 42'],
    ['clientSeed', ''],
    ['clientSeed', 'сид'],
    ['clientSeed', 'a'.repeat(65)],
    ['nonce', ''],
    ['nonce', '-1'],
    ['nonce', '01'],
    ['odds', ''],
    ['odds', SAMPLE_ODDS.replace('55', '56')],
    ['ticket', '1000000'],
    ['itemId', 'watch'],
  ])('%s %j is refused', (field, value) => {
    expect(Object.keys(handFaults({ ...typed, [field]: value }))).toEqual([field]);
  });
});

describe('RT12 the ruler of tickets', () => {
  test('the spans cover every ticket once', () => {
    const spans = ticketSpans(SAMPLE_ODDS);
    expect(spans[0]).toEqual({ itemId: 101, from: 0, to: 549_999 });
    expect(spans.at(-1)).toEqual({ itemId: 106, from: 999_000, to: 999_999 });
  });

  test.each([0, 5, 9999, 549_999, 550_000, 999_500, 999_999])(
    'the close-up of ticket %i holds it',
    (ticket) => {
      const { from, to, spans } = closeUp(ticketSpans(SAMPLE_ODDS), ticket);
      expect(to - from + 1).toBe(20_000);
      expect(ticket >= from && ticket <= to).toBe(true);
      expect(spans[0]!.from).toBe(from);
      expect(spans.at(-1)!.to).toBe(to);
    },
  );
});
