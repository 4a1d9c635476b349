import type { TestApp } from '../../support/app/testApp.ts';
import type { AccessFigure } from './accessMatrix.ts';
import type { Sameness } from './enumeration.ts';
import type { TakeoverFigure } from './takeovers.ts';
import {
  forgeLinks,
  guessOwnPassword,
  guessPasswords,
  guessPromoCodes,
  guessResetCodes,
  guessTotp,
  spreadPasswords,
  type Attack,
} from './guessing.ts';

type GuessFigures = Awaited<ReturnType<typeof guessEverything>>;

interface AuthFigures {
  guessing: GuessFigures;
  answers: Record<string, Sameness>;
  /** Left out where other work on the machine would make them meaningless. */
  times?: Record<string, number>;
  access: AccessFigure;
  takeovers: TakeoverFigure;
  invariants: Record<string, number>;
}

/** Area under the curve up to which nobody can tell two kinds of answers apart by their time. */
const MAX_AREA = 0.55;

/** Guesses at every kind of secret, one kind after the other (T13). */
export async function guessEverything(site: TestApp, attack: Attack) {
  return {
    passwords: await guessPasswords(site, attack),
    unknownPasswords: await guessPasswords(site, attack, 'nobody-at-all'),
    spreadPasswords: await spreadPasswords(site, attack),
    totp: await guessTotp(site, attack),
    resetCodes: await guessResetCodes(site, attack),
    promoCodes: await guessPromoCodes(site, attack),
    ownPassword: await guessOwnPassword(site, attack),
    links: await forgeLinks(site, attack),
  };
}

/** Lists the broken bounds in words; empty if all hold. */
export function brokenBounds({
  guessing,
  answers,
  times = {},
  access,
  takeovers,
  invariants,
}: AuthFigures): string[] {
  const { passwords, unknownPasswords, totp, resetCodes, ...others } = guessing;
  const limits = {
    ...others,
    passwords,
    unknownPasswords,
    resetCodes,
    totpQuarterHour: totp.quarterHour,
    totpDay: totp.day,
  };
  const bounds: [string, boolean][] = [
    ...Object.entries(limits).flatMap(([name, { sent, evaluated, limit, accepted }]): [string, boolean][] => [
      [`${name}: nothing is accepted`, accepted === 0],
      [`${name}: as many are evaluated as the rate limit allows`, evaluated === Math.min(limit, sent)],
    ]),
    ['the owner signs in 20 of 20 times during the attack', passwords.ownerSignIns === 20],
    ['a code of the second factor works once', totp.replayed === 1],
    ['five guesses at one reset code are evaluated', resetCodes.ofOneCode === 5],
    ...Object.entries(answers).flatMap(([name, figure]): [string, boolean][] => [
      [`${name}: known and unknown look the same`, figure.differentAnswers === 0],
      [`${name}: known and unknown take the same work`, figure.differentWork === 0],
    ]),
    ...Object.entries(times).map(([name, area]): [string, boolean] => [
      `${name}: known and unknown take the same time`,
      area <= MAX_AREA,
    ]),
    ['access is as the table says', access.wrong.length === 0],
    ['a foreign thing looks like an absent one', access.telling.length === 0],
    ['no answer holds anything of somebody else', access.leaks.length === 0],
    ['nobody changes anything of somebody else', access.changed.length === 0],
    ['no account is kept through a change of its e-mail', takeovers.takenOver.length === 0],
    ['the invariants hold', Object.keys(invariants).length === 0],
  ];
  return bounds.filter(([, holds]) => !holds).map(([name]) => name);
}
