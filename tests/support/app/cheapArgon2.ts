import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

/**
 * argon2 for the server tests, which hash passwords thousands of times: every hash is made at the least cost that the
 * library allows. `vitest.config.ts` puts it in the place of the library. A stored hash is verified at the cost written
 * in it, so the hash that stands for an unknown account stays as slow as on the running site.
 */

// by `require`, because an import of the library leads here
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;

/** The cost that the site requested last. */
export let askedCost: Argon2.Options | null | undefined;

export const { verify } = argon2;

export const hash: typeof Argon2.hash = (password, options, signal) => {
  askedCost = options;
  return argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 }, signal);
};
