import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '#/contract/kernel/errors.ts';
import {
  GAME_BODIES,
  GAME_CALLS,
  gamePath,
  type GameReplies,
  linksBody,
  REJECT_CODES,
  RETRY_CODES,
  takeBody,
} from '#/contract/game.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { signAnswer, signRequest } from '#/server/domain/gameServers/signing.ts';

const text = readFileSync(join(projectRoot, 'src/games/PROTOCOL.md'), 'utf8');
const vector = (name: string) =>
  [...text.matchAll(new RegExp(`^${name} +(\\S.*)$`, 'gm'))].map(([, value]) => value!);

test('D8 the examples of the protocol are signed as the site signs', () => {
  const secret = /The secret is `(.+)`/.exec(text)![1]!;
  const [path, body, answer, [ofRequest, ofAnswer]] = [
    vector('path')[0]!,
    vector('body')[0]!,
    vector('answer')[0]!,
    vector('sign'),
  ];
  expect(signRequest(secret, path, body)).toBe(ofRequest);
  const { instance, seq } = JSON.parse(body) as { instance: string; seq: number };
  expect(signAnswer(secret, instance, seq, answer)).toBe(ofAnswer);
});

test('D8 the protocol names every call, outcome and error', () => {
  const codes = ERROR_CODES.filter((code) =>
    /^(game(KeyInvalid|Scope)|clockSkew|helloNeeded|seqReused|instance|ledger|link(CodeInvalid|Taken)$)/.test(
      code,
    ),
  );
  for (const word of [...GAME_CALLS.map(gamePath), ...RETRY_CODES, ...REJECT_CODES, ...codes])
    expect(text).toContain(word);
});

/** The examples of JSON objects in the text, in blocks and in lines, that have this field. */
const examplesWith = (field: string) =>
  [...text.matchAll(/```json\n([^]*?)```|`(\{[^`]*\})`/g)]
    .map(([, block, inline]) => (block ?? inline)!)
    .filter((example) => example.includes(`"${field}"`) && !example.includes('…'))
    .map((example) => JSON.parse(example) as Record<string, unknown>);

test('D8 the protocol shows the answers of hello, report and roster', () => {
  const hello = examplesWith('handover').map((answer) => Object.keys(answer).toSorted());
  const fields: (keyof GameReplies['hello'])[] = [
    'handover',
    'max',
    'server',
    'settledThrough',
    'v',
    'waitS',
    'wantRoster',
  ];
  expect(hello).toEqual([fields]);
  expect(examplesWith('as')).toContainEqual({ results: [{ no: 90400, as: 'recorded' }] });
  expect(examplesWith('isWhole')).toEqual([{ isWhole: true }]);
});

test('D15 the protocol names the command of the code, and its example is one that the site takes', () => {
  const head = { v: 1, instance: 'A'.repeat(22), seq: 1, at: 1, head: 0 };
  const code = /`\/onerp (.+?)`/.exec(text)![1]!;
  expect(linksBody.safeParse({ ...head, code, player: 'license2:9f' }).success).toBe(true);
  // what the rule of goods says of a code does not hold for this one
  expect(GAME_BODIES.hello.shape.codes.safeParse([code]).success).toBe(false);
  expect(text).toMatch(/^\| `code` of goods, .*beginning with a letter/m);
});

test('D17 the protocol says that a list of numbers to take is not empty', () => {
  const head = { v: 1, instance: 'A'.repeat(22), seq: 1, at: 1, head: 0 };
  expect(takeBody.safeParse({ ...head, player: 'license2:9f', nos: [] }).success).toBe(false);
  expect(text).toMatch(/^\| `results`, `nos` .*`nos` has at least one/m);
});
