import { ConfigError } from './configError.ts';
import { PROVIDERS, type ProviderName } from '#/server/ports/payments.ts';

/** The payment providers and their keys. */
export interface PaymentSettings {
  /** Whether the test payment system is on. It moves no money. */
  hasSandbox: boolean;
  stripe?: StripeSettings;
  btcpay?: BtcpaySettings;
  /**
   * Provider by `payment_method_name`. Without a real provider the sandbox serves every method that is not named here.
   */
  methods: Readonly<Partial<Record<string, ProviderName>>>;
}

/** Versions of Stripe's API whose forms the site knows, the default one first. */
export const STRIPE_API_VERSIONS = ['2025-03-31.basil', '2026-10-28.endive'] as const;
export type StripeApiVersion = (typeof STRIPE_API_VERSIONS)[number];

export interface StripeSettings {
  apiVersion: StripeApiVersion;
  secretKey: string;
  /** The secret in force, and the one that it replaces. */
  webhookSecrets: string[];
  /** Without a slash at the end, like `url` below. */
  apiUrl: string;
}

/** Whether the key is one of Stripe's test mode, where public card numbers pay and no money moves. */
export const isStripeTest = ({ secretKey }: StripeSettings): boolean => /^[a-z]+_test_/.test(secretKey);

export interface BtcpaySettings {
  url: string;
  storeId: string;
  apiKey: string;
  webhookSecrets: string[];
}

interface Variables {
  PAYMENT_METHODS?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_URL: string;
  STRIPE_API_VERSION: StripeApiVersion;
  BTCPAY_URL?: string | undefined;
  BTCPAY_STORE_ID?: string | undefined;
  BTCPAY_API_KEY?: string | undefined;
  BTCPAY_WEBHOOK_SECRET?: string | undefined;
}

/** Default provider of each method; PAYMENT_METHODS overrides it. */
const SERVED: Partial<Record<ProviderName, readonly string[]>> = {
  stripe: ['card_and_more', 'card'],
  btcpay: ['bitcoin', 'litecoin', 'tether'],
};

/** Whether settings of a provider that moves money are present, even if some are missing. */
export const hasRealProvider = (values: Omit<Variables, 'STRIPE_API_URL' | 'STRIPE_API_VERSION'>): boolean =>
  [values.STRIPE_SECRET_KEY, values.STRIPE_WEBHOOK_SECRET, values.BTCPAY_URL, values.BTCPAY_API_KEY].some(
    (value) => value !== undefined,
  );

/**
 * Reads the settings of the payment providers.
 * @param hasSandbox as `demonstrationOf` decides
 * @throws ConfigError if settings of a provider are missing, or if the sandbox stands beside a real provider without a
 *   method that is named for it
 */
export function paymentSettings(values: Variables, hasSandbox: boolean): PaymentSettings {
  const stripe = stripeOf(values);
  const btcpay = btcpayOf(values);
  const providers = PROVIDERS.filter((name) => ({ sandbox: hasSandbox, stripe, btcpay })[name]);
  const methods = methodsOf(values.PAYMENT_METHODS, providers);
  if (hasSandbox && (stripe ?? btcpay) && !Object.values(methods).includes('sandbox'))
    throw new ConfigError(
      'PAYMENTS_SANDBOX=1 beside a real payment provider gives goods for no money: leave it out, or name what the test system is to serve, as PAYMENT_METHODS=litecoin=sandbox.',
    );
  return { hasSandbox, ...(stripe && { stripe }), ...(btcpay && { btcpay }), methods };
}

function stripeOf(values: Variables): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL, STRIPE_API_VERSION } = values;
  const given = allOrNone('Stripe', { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET });
  return (
    given && {
      apiVersion: STRIPE_API_VERSION,
      secretKey: given.STRIPE_SECRET_KEY,
      webhookSecrets: secretsIn('STRIPE_WEBHOOK_SECRET', given.STRIPE_WEBHOOK_SECRET),
      apiUrl: withoutSlash(STRIPE_API_URL),
    }
  );
}

function btcpayOf(values: Variables): BtcpaySettings | undefined {
  const { BTCPAY_URL, BTCPAY_STORE_ID, BTCPAY_API_KEY, BTCPAY_WEBHOOK_SECRET } = values;
  const given = allOrNone('BTCPay', { BTCPAY_URL, BTCPAY_STORE_ID, BTCPAY_API_KEY, BTCPAY_WEBHOOK_SECRET });
  return (
    given && {
      url: withoutSlash(given.BTCPAY_URL),
      storeId: given.BTCPAY_STORE_ID,
      apiKey: given.BTCPAY_API_KEY,
      webhookSecrets: secretsIn('BTCPAY_WEBHOOK_SECRET', given.BTCPAY_WEBHOOK_SECRET),
    }
  );
}

function allOrNone<K extends string>(
  provider: string,
  variables: Record<K, string | undefined>,
): Record<K, string> | undefined {
  const names = Object.keys(variables) as K[];
  const missing = names.filter((name) => variables[name] === undefined);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new ConfigError(`${provider} is set up by half: ${missing.join(' and ')} must be set, too.`);
  return variables as Record<K, string>;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

function secretsIn(name: string, text: string): string[] {
  const secrets = text.split(',').map((secret) => secret.trim());
  const given = secrets.filter((secret) => secret !== '');
  // an empty secret would make forged signatures valid
  if (given.length === 0) throw new ConfigError(`${name} holds no secret.`);
  return given;
}

function methodsOf(
  mapping: string | undefined,
  providers: readonly ProviderName[],
): PaymentSettings['methods'] {
  const methods: Partial<Record<string, ProviderName>> = {};
  for (const provider of providers) for (const method of SERVED[provider] ?? []) methods[method] = provider;
  for (const pair of mapping?.split(',') ?? []) {
    const [, method, name] = /^\s*(\w+)\s*=\s*(\w+)\s*$/.exec(pair) ?? [];
    if (!method) throw new ConfigError('PAYMENT_METHODS must be a list as card=stripe,bitcoin=btcpay.');
    const provider = providers.find((known) => known === name);
    if (!provider) throw new ConfigError(`PAYMENT_METHODS names ${name}, which is not set up.`);
    methods[method] = provider;
  }
  return methods;
}
