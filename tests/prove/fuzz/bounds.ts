import type { CorpusFigure } from './corpus.ts';
import type { OperationsFigure } from './operations.ts';

export interface FuzzFigures {
  T10: OperationsFigure;
  T11: CorpusFigure;
  invariants: Record<string, number>;
  /** Files that the server left in its folder for temporary ones. */
  temporaryFiles: string[];
}

/** Least share of the well-formed requests that must get past the form. */
const LEAST_ACCEPTED = 0.99;

/**
 * Operations that need something no document contains: a code from a mail, a signature, the solution of a puzzle.
 */
const OUT_OF_REACH = new Set([
  'captchaChallenge',
  'verifyEmail',
  // a signed token
  'stopMails',
  // leads away
  'showStopMails',
  'twoFaVerify',
  'twoFaDestroy',
  'newRecoveryCodes',
  'resendVerify',
  'sandboxWebhook',
  // a signature covers its bytes: tests/server/areas/game/signedInput.test.ts sends whatever an adapter could
  'gameHello',
  'gamePull',
  'gameReport',
  'gameRoster',
  'gameBye',
  'gameLinks',
  'gameWaiting',
  'gameTake',
  'gamePlayer',
  'gamePurchases',
  // an authenticator signs a challenge: tests/server/areas/auth/passkeySignIn.test.ts
  'passkeySignIn',
  'addPasskey',
  // there is no adapter that takes codes, so nobody has a link
  'linkCode',
  'confirmLink',
  'refuseLink',
  'endLink',
]);

/** Lists the broken bounds in words; empty if all hold. */
export function brokenFuzzBounds({ T10, T11, invariants, temporaryFiles }: FuzzFigures): string[] {
  const unreached = T10.neverDone.filter((name) => !OUT_OF_REACH.has(name));
  return [
    ...Object.entries(T10.broken).map(([kind, list]) => `T10 ${kind}: ${list.join('\n')}`),
    ...Object.entries(T11.broken).map(([kind, list]) => `T11 ${kind}: ${list.join('\n')}`),
    ...(T10.acceptedShare < LEAST_ACCEPTED
      ? [`only ${T10.acceptedShare} of the well-formed requests pass`]
      : []),
    ...(unreached.length > 0 ? [`never done: ${unreached.join(', ')}`] : []),
    ...(temporaryFiles.length > 0 ? [`temporary files: ${temporaryFiles.join(', ')}`] : []),
    ...Object.keys(invariants),
  ];
}
