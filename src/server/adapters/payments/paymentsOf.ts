import type { Config } from '#/server/platform/config/config.ts';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { btcpay } from './btcpay.ts';
import type { PaymentProvider, Payments } from '#/server/ports/payments.ts';
import { sandbox } from './sandbox.ts';
import { stripe } from './stripe.ts';

/** Creates the providers of the settings, and maps payment methods to them (PAYMENT_METHODS). */
export function paymentsOf(config: Config, deps: Pick<Deps, 'pool' | 'now' | 'secretKey'>): Payments {
  const { payments: settings, publicUrl } = config;
  const made: PaymentProvider[] = [
    ...(settings.hasSandbox ? [sandbox(deps, publicUrl)] : []),
    ...(settings.stripe ? [stripe(settings.stripe, deps.now)] : []),
    ...(settings.btcpay ? [btcpay(settings.btcpay, deps.now)] : []),
  ];
  const providers = new Map(made.map((provider) => [provider.name, provider]));
  // beside a real provider the sandbox serves only methods that are named for it
  const others = providers.size === 1 ? providers.get('sandbox') : undefined;
  return {
    providers,
    providerOf: (methodName) => {
      const chosen = Object.hasOwn(settings.methods, methodName) ? settings.methods[methodName] : undefined;
      return chosen ? providers.get(chosen) : others;
    },
  };
}
