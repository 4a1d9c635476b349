import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { promoCode } from '#/contract/auth.ts';
import { parseOdds } from '#/contract/fair.ts';
import { fairDaysQuery } from '#/contract/fairness.ts';
import { LOCALES, splitLocale } from '#/contract/kernel/locale.ts';
import { discountBody } from '#/contract/shop.ts';
import { acceptedLocale } from '#/server/platform/kernel/acceptedLocale.ts';
import { addressSubject } from '#/server/platform/kernel/rateLimit.ts';
import { ConfigError } from '#/server/platform/config/configError.ts';
import { deviceName } from '#/server/domain/accounts/access/deviceName.ts';
import { gameServerSources } from '#/server/platform/config/gameServerSettings.ts';
import { ForgedWebhook } from '#/server/ports/payments.ts';
import { jsonOf, verifyBody, verifyWithTime } from '#/server/adapters/payments/signature.ts';
import { requestTarget } from '#/server/platform/http/requestTarget.ts';
import { maliciousStrings } from '../prove/fuzz/maliciousCorpus.ts';

/* T12: the parsers of this site for what strangers send. They refuse with their own error only, in linear time. */

const SECRET = 'secret-of-the-webhook';
const NOW = new Date('2026-01-15T12:00:00Z');
const RAW = Buffer.from('{}');

interface Parser {
  parse: (text: string) => unknown;
  /** The error that it throws for input that it refuses. Absent if it accepts everything. */
  refusal?: abstract new (...args: never[]) => Error;
  /** Pieces that mean something to it. */
  words: readonly string[];
}

const PARSERS: Record<string, Parser> = {
  'signature with time': {
    parse: (text) => verifyWithTime(RAW, text, [SECRET], NOW),
    refusal: ForgedWebhook,
    words: ['t=', 'v1=', 'v0=', ',', '=', '1768478400', 'a'.repeat(64)],
  },
  'signature of the body': {
    parse: (text) => verifyBody(RAW, text, [SECRET]),
    refusal: ForgedWebhook,
    words: ['sha256=', 'a'.repeat(64), '='],
  },
  'JSON of a webhook': {
    parse: (text) => jsonOf(Buffer.from(text)),
    refusal: ForgedWebhook,
    words: ['{', '}', '"', ':', '[', ']', '1e9'],
  },
  'Accept-Language': {
    parse: (text) => {
      const locale = acceptedLocale(text);
      expect([undefined, ...LOCALES]).toContain(locale);
    },
    words: ['uk', 'en-GB', ';q=', '0.5', ',', '*', ';', '...'],
  },
  'language of a path': {
    parse: (text) => {
      const { locale, rest } = splitLocale(text);
      expect(LOCALES).toContain(locale);
      expect(typeof rest).toBe('string');
    },
    words: ['/', '/uk', '/en', '/ru', '//', '?', '#'],
  },
  'target of a request': {
    parse: (text) => {
      const [path = ''] = requestTarget(text).split('?', 1);
      expect(() => decodeURIComponent(path)).not.toThrow();
    },
    words: ['http://', '/', '?', '#', '%', '%E0%A4%A', '%2F', '@'],
  },
  GAME_SERVERS: {
    parse: (text) => gameServerSources(text),
    refusal: ConfigError,
    words: ['everest=', 'heartbeat:', 'fivem:http://', 'ragemp:', '1.2.3.4:30120', ' ', '=', 'k'.repeat(16)],
  },
  'User-Agent': {
    parse: (text) => expect(deviceName(text).length).toBeLessThan(100),
    words: ['Mozilla/5.0', 'Chrome/', 'Firefox/', '(', ')', ';', 'Android', 'iPhone', 'Windows NT 10.0'],
  },
  'address of a client': {
    parse: (text) => expect(typeof addressSubject(text)).toBe('string'),
    words: ['::ffff:', '1.2.3.4', ':', '::', '2001:db8', 'fe80::1%eth0'],
  },
  'odds table': {
    parse: (text) => expect(Array.isArray(parseOdds(text))).toBe(true),
    words: ['ODDS1\n', '1\n', '100:1000\n', ':', '\n'],
  },
  'promo code': { parse: (text) => z.safeParse(promoCode, text), words: ['A', '0', '-'] },
  'discount code': {
    parse: (text) => z.safeParse(discountBody, { code: text }),
    words: ['A', ' ', '-', '\u017F'],
  },
  'day of a query': {
    parse: (text) => z.safeParse(fairDaysQuery, { before: text }),
    words: ['2026', '-', '02', '29', '30', 'T00:00', '0000'],
  },
};

/** Anything, what the parser half understands, and what attackers send. */
const inputOf = (words: readonly string[]) =>
  fc.oneof(
    fc.string({ maxLength: 200, unit: 'binary' }),
    fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), { maxLength: 20 })
      .map((parts) => parts.join('')),
    fc.constantFrom(...maliciousStrings(150)),
  );

/** The fastest of several runs, in milliseconds for one. */
function fastest(parse: (text: string) => unknown, text: string): number {
  const rounds = 8;
  const times = Array.from({ length: 7 }, () => {
    const startedAt = performance.now();
    for (let round = 0; round < rounds; round++) parse(text);
    return performance.now() - startedAt;
  });
  return Math.min(...times) / rounds;
}

describe.each(Object.entries(PARSERS))('T12 %s', (_, { parse, refusal, words }) => {
  const quietly = (text: string) => {
    try {
      parse(text);
    } catch (error) {
      if (!refusal || !(error instanceof refusal)) throw error;
    }
  };

  test('refuses with its own error only', () => {
    fc.assert(fc.property(inputOf(words), quietly), { numRuns: 2000, seed: 20_261_122 });
  });

  test('takes eight times as long for eight times the text, whatever is repeated in it', () => {
    for (const word of [...words, 'a', ' ', '/', '%', '.', '\u00e9']) {
      const make = (length: number) => `${word.repeat(Math.ceil(length / word.length))}\u0001`;
      const [short, long] = [make(4000), make(32_000)];
      // 64 if it were quadratic; what is too fast to be measured is fast enough
      const ratio = () => fastest(quietly, long) / Math.max(fastest(quietly, short), 0.02);
      const isLinear = Array.from({ length: 10 }).some(() => ratio() < 30);
      expect([word, isLinear]).toEqual([word, true]);
    }
  });
});
