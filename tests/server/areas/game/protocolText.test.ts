import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '#/contract/kernel/errors.ts';
import { GAME_CALLS, gamePath, REJECT_CODES, RETRY_CODES } from '#/contract/game.ts';
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
