import { describe, expect, test } from 'vitest';
import { evidenceOf, exportText, parseExport } from '#/client/domain/verification/evidence.ts';
import { handEvidence, handFaults, type HandValues } from '#/client/domain/verification/handEvidence.ts';
import { closeUp, ticketSpans } from '#/client/domain/verification/ticketSpans.ts';
import { isCanonical } from '#/client/domain/verification/verify.ts';
import { randomOf } from '../../../support/app/random.ts';
import { SAMPLE_ODDS, sampleEpoch, sampleSeedNotes } from '../../../support/fairness/sampleEpoch.ts';
import { stateOf, verdictOf } from '../../../support/fairness/verdictOf.ts';

const honest = sampleEpoch();
const seedNotes = sampleSeedNotes(honest);

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
      expect(verdictOf(evidenceOf(parsed, seedNotes)).checks).toHaveLength(9);
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
