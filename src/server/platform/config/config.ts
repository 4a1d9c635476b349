import type { Community } from '#/contract/page.ts';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { RARITIES, type Rarity } from '#/contract/cases.ts';
import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '#/contract/kernel/captcha.ts';
import { ConfigError } from './configError.ts';
import { demonstrationOf } from './demonstration.ts';
import { isWeakSecret } from './isWeakSecret.ts';
import { gameServerSources, type GameServerSettings } from './gameServerSettings.ts';
import {
  hasRealProvider,
  paymentSettings,
  type PaymentSettings,
  STRIPE_API_VERSIONS,
} from './paymentSettings.ts';
import { operatorSettings, type OperatorSettings } from './operatorSettings.ts';
import { projectRoot } from './projectRoot.ts';

const wholeNumber = (min: number, max: number, initial: number) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,9}$/, `must be a whole number`)), String(initial)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(min, `must be at least ${min}`), z.lte(max, `must be at most ${max}`)),
    ),
  );
const flag = z.pipe(
  z.enum(['0', '1'], 'must be 0 or 1'),
  z.transform((value) => value === '1'),
);
const postgresUrl = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'));
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address as https://example.org' });

const siteSecret = z.optional(
  z.string().check(
    z.minLength(32, 'must have at least 32 characters'),
    z.refine((secret) => !isWeakSecret(secret), 'must be random, for example from openssl rand -hex 32'),
  ),
);

const environment = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], 'must be development, production or test'),
    'production',
  ),
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(httpUrl),
  API_BASE_URL: z._default(
    z.union([z.literal(''), httpUrl], 'must be an address as https://example.org'),
    '',
  ),
  DATA_DIR: z._default(z.string(), 'data'),
  DISK_RESERVE_MB: wholeNumber(0, 1_000_000, 200),
  DATABASE_URL: z.optional(postgresUrl),
  DATABASE_DIRECT_URL: z.optional(postgresUrl),
  DATABASE_REPLICA_URL: z.optional(
    postgresUrl.check(z.regex(/^\w+:\/\/(?:[^@/?]*@)?[^,/?]*(?:[/?]|$)/, 'must name one host')),
  ),
  DATABASE_POOLER: z._default(z.enum(['none', 'transaction'], 'must be none or transaction'), 'none'),
  POOL_SIZE: wholeNumber(2, 200, 20),
  DEMO: z.optional(flag),
  DEMO_HISTORY: z.optional(flag),
  OPERATOR: z.optional(flag),
  OPERATOR_NETWORKS: z._default(z.string(), ''),
  CATALOGUE: z._default(z.enum(['browser', 'files']), 'browser'),
  APP_SECRET: siteSecret,
  APP_SECRET_ALSO: siteSecret,
  TRUST_PROXY: wholeNumber(0, 10, 0),
  COUNTRY_HEADER: z.optional(
    z.string().check(z.regex(/^[\w-]{1,60}$/, 'must be the name of a header, as CF-IPCountry')),
  ),
  DRAIN_SECONDS: wholeNumber(0, 300, 0),
  MAX_CONNECTIONS: wholeNumber(10, 1_000_000, 10_000),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level of pino'),
    'info',
  ),
  RATE_LIMIT_SCALE: wholeNumber(1, 1_000_000, 1),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  PLAYGROUND: z.optional(flag),
  FEED_RARITY: z._default(z.enum(RARITIES, `must be one of ${RARITIES.join(', ')}`), 'legendary'),
  FEED_LIVE_FROM: wholeNumber(1, 20, 5),
  SELLER: z.optional(z.string().check(z.maxLength(300, 'must have at most 300 characters'))),
  DISCORD_URL: z.optional(httpUrl),
  TELEGRAM_URL: z.optional(httpUrl),
  VIDEO_URL: z.optional(httpUrl),
  RULES_URL: z.optional(httpUrl),
  GUIDE_URL: z.optional(httpUrl),
  SUPPORT_EMAIL: z._default(z.email('must be an e-mail address'), 'support@example.org'),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'))),
  MAIL_FROM: z._default(z.string().check(z.regex(/^[^\r\n]+$/)), 'ONE RP <no-reply@localhost>'),
  CAPTCHA: z._default(z.enum(CAPTCHA_PROVIDERS, 'must be altcha, recaptcha or turnstile'), 'altcha'),
  CAPTCHA_SITE_KEY: z._default(z.string(), ''),
  CAPTCHA_SECRET: z._default(z.string(), ''),
  CAPTCHA_WORK: wholeNumber(1, 100, 10),
  GAME_SERVERS: z._default(z.string(), ''),
  GAME_SERVERS_INTERVAL_S: wholeNumber(5, 300, 15),
  LIVE_STREAMS: wholeNumber(1, 100_000, 5000),
  LIVE_STREAMS_PER_ADDRESS: wholeNumber(1, 100_000, 40),
  RAGEMP_LIST_URL: z._default(httpUrl, 'https://cdn.rage.mp/master/v2/'),
  PAYMENTS_SANDBOX: z.optional(flag),
  PAYMENT_METHODS: z.optional(z.string()),
  STRIPE_SECRET_KEY: z.optional(z.string()),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string()),
  STRIPE_API_URL: z._default(httpUrl, 'https://api.stripe.com'),
  STRIPE_API_VERSION: z._default(
    z.enum(STRIPE_API_VERSIONS, `must be ${STRIPE_API_VERSIONS.join(' or ')}`),
    STRIPE_API_VERSIONS[0],
  ),
  BTCPAY_URL: z.optional(httpUrl),
  BTCPAY_STORE_ID: z.optional(z.string()),
  BTCPAY_API_KEY: z.optional(z.string()),
  BTCPAY_WEBHOOK_SECRET: z.optional(z.string()),
});

export type Mode = 'development' | 'production' | 'test';

export interface Config {
  mode: Mode;
  port: number;
  host: string;
  /** Address of the site for visitors, without a slash at the end. */
  publicUrl: string;
  /** Whether PUBLIC_URL is https. If so, cookies are Secure, and HSTS is sent. */
  isHttps: boolean;
  /** Origin that pages call for the API. '' means the page's own origin. */
  apiBaseUrl: string;
  /** An absolute path. */
  dataDir: string;
  /**
   * Free space in MB below which the site becomes read-only, on the disk of the embedded database. 0 turns that off.
   */
  diskReserveMb: number;
  /** Absent when the server runs its own PostgreSQL in the data folder. */
  databaseUrl?: string;
  /** Address of PostgreSQL itself for migrations, if `databaseUrl` names a pooler. */
  databaseDirectUrl?: string;
  /** Address of a replica from which the site reads what is the same for everybody. */
  databaseReplicaUrl?: string;
  /** Whether `databaseUrl` names a pooler that lends connections for one transaction. */
  isDatabasePooled: boolean;
  poolSize: number;
  /** Demo catalogue, demo player, simulated numbers of players (demonstration.ts). */
  isDemo: boolean;
  /** The demonstration has made-up players, orders and openings of the last 90 days. */
  hasDemoHistory: boolean;
  appSecret?: string;
  /** The next secret or the former one, whose data is read too. */
  appSecretAlso?: string;
  /** Number of reverse proxies whose X-Forwarded-For is trusted. */
  proxyHops: number;
  /**
   * Header in which the proxy names the country of the visitor's network, in lower case. Absent: it is not known.
   * Ignored without a proxy.
   */
  countryHeader?: string;
  /** Time between a signal to stop and the end of serving, during which /readyz says no. */
  drainMs: number;
  /** Open connections of this process; further ones are refused. */
  maxConnections: number;
  logLevel: string;
  /** Multiplies the limits by address and network, and `seedChanges`; benchmarks and tests raise it. */
  rateLimitScale: number;
  /** Bearer for /metrics. Without one, only this machine may read them. */
  metricsToken?: string;
  hasPlayground: boolean;
  operator: OperatorSettings;
  /**
   * Owner of the catalogue. browser: operators publish drafts, and after the first one files are no longer imported.
   * files: the command imports, and the browser is read-only.
   */
  catalogue: 'browser' | 'files';
  /** Least rarity of the prizes in the drop feed. */
  feedRarity: Rarity;
  /** Least number of drops in an hour with which the feed is live. With fewer it shows the best of the week. */
  feedLiveFrom: number;
  /** smtp:// or smtps:// address of the mail server. Absent: mails go to the outbox in the data folder. */
  smtpUrl?: string;
  mailFrom: string;
  /** Support address, shown on the legal pages and in mails. */
  supportEmail: string;
  /** Who sells: name, address and register number. Absent when not given. */
  seller?: string;
  /** Addresses of the community; each is absent when not given. */
  community: Community;
  /** Address of the rules of the game, and of the guide to installing it. Absent when not given. */
  rulesUrl?: string;
  guideUrl?: string;
  captcha: CaptchaProvider;
  captchaSiteKey: string;
  captchaSecret: string;
  /** Difficulty of ALTCHA's puzzle, 1 to 100; a phone needs about a second for 10. */
  captchaWork: number;
  gameServers: GameServerSettings;
  /** Most open event streams of this process, and of one address; larger networks fall back to polling. */
  liveStreams: { inAll: number; perAddress: number };
  payments: PaymentSettings;
  /** Folder of the built client. */
  clientDir: string;
}

/**
 * Reads the settings. An empty value counts as absent.
 * @throws ConfigError with a sentence for each wrong setting
 */
export function readConfig(env: Record<string, string | undefined>, runMode: Mode = 'production'): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = z.safeParse(environment, { NODE_ENV: runMode, ...given });
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`);
    throw new ConfigError(sentences.join('\n'));
  }
  const values = parsed.data;
  if (values.DATABASE_URL && !values.APP_SECRET && values.NODE_ENV === 'production')
    throw new ConfigError(
      'APP_SECRET must be set together with DATABASE_URL: 32 or more random characters, the same for every server of the site.',
    );
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL)
    throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded PostgreSQL has no replica.');
  if (values.APP_SECRET && values.APP_SECRET === values.APP_SECRET_ALSO)
    throw new ConfigError(
      'APP_SECRET_ALSO must be another secret than APP_SECRET: the next or the former one.',
    );
  if (values.CAPTCHA !== 'altcha' && !(values.CAPTCHA_SITE_KEY && values.CAPTCHA_SECRET))
    throw new ConfigError(`CAPTCHA=${values.CAPTCHA} needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET.`);
  const publicUrl = (values.PUBLIC_URL ?? `http://${urlHost(values.HOST)}:${values.PORT}`).replace(
    /\/+$/,
    '',
  );
  const demonstration = demonstrationOf(values, {
    hasRealProvider: hasRealProvider(values),
    publicUrl,
    hasOwnDatabase: values.DATABASE_URL !== undefined,
    isDevelopment: values.NODE_ENV === 'development',
  });
  return {
    mode: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    isHttps: publicUrl.startsWith('https:'),
    apiBaseUrl: values.API_BASE_URL.replace(/\/+$/, ''),
    dataDir: resolve(projectRoot, values.DATA_DIR),
    diskReserveMb: values.DISK_RESERVE_MB,
    ...(values.DATABASE_URL && { databaseUrl: values.DATABASE_URL }),
    ...(values.DATABASE_DIRECT_URL && { databaseDirectUrl: values.DATABASE_DIRECT_URL }),
    ...(values.DATABASE_REPLICA_URL && { databaseReplicaUrl: values.DATABASE_REPLICA_URL }),
    isDatabasePooled: values.DATABASE_POOLER === 'transaction',
    poolSize: values.POOL_SIZE,
    isDemo: demonstration.isDemo,
    hasDemoHistory: demonstration.hasHistory,
    ...(values.APP_SECRET && { appSecret: values.APP_SECRET }),
    ...(values.APP_SECRET_ALSO && { appSecretAlso: values.APP_SECRET_ALSO }),
    proxyHops: values.TRUST_PROXY,
    ...(values.COUNTRY_HEADER && { countryHeader: values.COUNTRY_HEADER.toLowerCase() }),
    drainMs: values.DRAIN_SECONDS * 1000,
    maxConnections: values.MAX_CONNECTIONS,
    logLevel: values.LOG_LEVEL,
    rateLimitScale: values.RATE_LIMIT_SCALE,
    ...(values.METRICS_TOKEN && { metricsToken: values.METRICS_TOKEN }),
    hasPlayground: demonstration.hasPlayground,
    operator: operatorSettings({ ...values, OPERATOR: values.OPERATOR ?? demonstration.isDemo }),
    catalogue: values.CATALOGUE,
    feedRarity: values.FEED_RARITY,
    feedLiveFrom: values.FEED_LIVE_FROM,
    ...(values.SMTP_URL && { smtpUrl: values.SMTP_URL }),
    mailFrom: values.MAIL_FROM,
    supportEmail: values.SUPPORT_EMAIL,
    ...(values.SELLER && { seller: values.SELLER }),
    community: {
      ...(values.DISCORD_URL && { discord: values.DISCORD_URL }),
      ...(values.TELEGRAM_URL && { telegram: values.TELEGRAM_URL }),
      ...(values.VIDEO_URL && { video: values.VIDEO_URL }),
    },
    ...(values.RULES_URL && { rulesUrl: values.RULES_URL }),
    ...(values.GUIDE_URL && { guideUrl: values.GUIDE_URL }),
    captcha: values.CAPTCHA,
    captchaSiteKey: values.CAPTCHA_SITE_KEY,
    captchaSecret: values.CAPTCHA_SECRET,
    captchaWork: values.CAPTCHA_WORK,
    liveStreams: { inAll: values.LIVE_STREAMS, perAddress: values.LIVE_STREAMS_PER_ADDRESS },
    gameServers: {
      sources: gameServerSources(values.GAME_SERVERS),
      intervalMs: values.GAME_SERVERS_INTERVAL_S * 1000,
      rageMpListUrl: values.RAGEMP_LIST_URL,
    },
    payments: paymentSettings(values, demonstration.hasSandbox),
    clientDir: join(projectRoot, 'dist/client'),
  };
}

/** Writes the host as people open it in a browser on this machine. */
function urlHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
