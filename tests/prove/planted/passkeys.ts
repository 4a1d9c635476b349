import type { PlantedBug } from './bug.ts';

const SIGN_IN = 'tests/server/areas/auth/passkeySignIn.test.ts';
const SETTINGS = 'tests/server/areas/cabinet/passkeys.test.ts';

/** Passkeys and their challenges. */
export const PASSKEY_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A challenge is good for ever.',
    file: 'src/server/domain/accounts/access/passkeyChallenges.ts',
    text: 'gt(passkeyChallenges.expiresAt, deps.now()),',
    replacement: '',
    test: SIGN_IN,
    name: 'ends after five minutes, and is one that the server made',
  },
  {
    bug: 'A challenge can be answered by a browser that did not ask for it.',
    file: 'src/server/domain/accounts/access/passkeyChallenges.ts',
    text: 'eq(passkeyChallenges.purpose, asker.purpose),\n    byAsker,',
    replacement: 'eq(passkeyChallenges.purpose, asker.purpose),',
    test: SIGN_IN,
    name: 'belongs to the browser that asked, and to a sign-in',
  },
  {
    bug: 'A passkey signs in although nobody verified its user.',
    file: 'src/server/domain/accounts/access/passkeyProof.ts',
    text: 'requireUserVerification: true,\n      // 0 accepts',
    replacement: 'requireUserVerification: false,\n      // 0 accepts',
    test: SIGN_IN,
    name: 'without a verified user',
  },
  {
    bug: 'A copied passkey signs in.',
    file: 'src/server/domain/accounts/access/passkeys.ts',
    text: '.where(and(eq(passkeys.id, passkeyId), rises))',
    replacement: '.where(eq(passkeys.id, passkeyId))',
    test: SIGN_IN,
    name: 'refuses a counter that does not rise as a copied passkey, and mails the player once',
  },
  {
    bug: 'A passkey that a stranger added survives the recovery of the account.',
    file: 'src/server/domain/accounts/access/revokeAccess.ts',
    text: 'if (!passkeys) await removePasskeys(tx, accountId);',
    replacement: '',
    test: 'tests/server/areas/auth/takeover.test.ts',
    name: '%s leaves alive only what the table says',
  },
  {
    bug: 'A passkey is added without the proof that other security changes ask for.',
    file: 'src/server/areas/cabinet/passkeys.ts',
    text: "if (own.length >= PASSKEYS_MAX) fail('tooManyPasskeys');\n  await proveFresh(deps, caller, proof);",
    replacement: "if (own.length >= PASSKEYS_MAX) fail('tooManyPasskeys');",
    test: SETTINGS,
    name: 'asks for the password once the sign-in is old, and for a code where there is one',
  },
  {
    bug: 'Passkeys that are added at once are more than ten.',
    file: 'src/server/areas/cabinet/passkeys.ts',
    text: "if (own.length >= PASSKEYS_MAX) fail('tooManyPasskeys');\n    const taken",
    replacement: 'const taken',
    test: SETTINGS,
    name: 'ends at ten, also when they come at once, and one passkey belongs to one account',
  },
];
