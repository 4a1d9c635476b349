import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';
import type { DeriveKeyFunction } from 'altcha-lib/types';

/** Without https or localhost browsers have no Web Cryptography, so this is done in JavaScript, five times slower. */
const deriveSlowly: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  const [{ pbkdf2 }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ]);
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
};

handler({ deriveKey: isSecureContext ? deriveNatively : deriveSlowly });
