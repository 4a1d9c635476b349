import { isUrlOfThisMachine } from './thisMachine.ts';

interface Asked {
  DEMO?: boolean | undefined;
  DEMO_HISTORY?: boolean | undefined;
  PAYMENTS_SANDBOX?: boolean | undefined;
  PLAYGROUND?: boolean | undefined;
}

interface Surroundings {
  /** Whether Stripe or BTCPay Server is configured. */
  hasRealProvider: boolean;
  publicUrl: string;
  hasOwnDatabase: boolean;
  isDevelopment: boolean;
}

/** Features that give visitors something for free. By default they are on only while the site is being tried out. */
export interface Demonstration {
  /** Demo catalogue, demo player with a known password, demo discount code, invented numbers of players. */
  isDemo: boolean;
  /** Made-up players, orders and openings of the last 90 days. They pay by the test payment system. */
  hasHistory: boolean;
  hasSandbox: boolean;
  hasPlayground: boolean;
}

/**
 * Decides which parts of the demonstration are on. With a real payment provider, or an address that is not this
 * machine, each part needs its own variable set to 1, and there is no history.
 */
export function demonstrationOf(
  asked: Asked,
  { hasRealProvider, publicUrl, hasOwnDatabase, isDevelopment }: Surroundings,
): Demonstration {
  const isTried = !hasRealProvider && isUrlOfThisMachine(publicUrl);
  const isDemo = asked.DEMO ?? (isTried && !hasOwnDatabase);
  const hasSandbox = asked.PAYMENTS_SANDBOX ?? (isTried && isDemo);
  return {
    isDemo,
    hasHistory: isTried && isDemo && hasSandbox && (asked.DEMO_HISTORY ?? true),
    hasSandbox,
    hasPlayground: asked.PLAYGROUND ?? (isTried && isDevelopment),
  };
}
