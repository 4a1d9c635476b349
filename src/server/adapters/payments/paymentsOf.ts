import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { btcpay } from './btcpay.ts';
import type { PaymentProvider, Payments } from './payments.ts';
import { sandbox } from './sandbox.ts';
import { stripe } from './stripe.ts';

/** The providers that the operator set up, and which of them serves a method (PAYMENT_METHODS). */
export function paymentsOf(config: Config, deps: Pick<Deps, 'pool' | 'now' | 'secretKey'>): Payments {
  const { payments: settings, publicUrl } = config;
  const made: PaymentProvider[] = [
    ...(settings.hasSandbox ? [sandbox(deps, publicUrl)] : []),
    ...(settings.stripe ? [stripe(settings.stripe, deps.now)] : []),
    ...(settings.btcpay ? [btcpay(settings.btcpay, deps.now)] : []),
  ];
  const providers = new Map(made.map((provider) => [provider.name, provider]));
  return {
    providers,
    providerOf: (methodName) => {
      const chosen = Object.hasOwn(settings.methods, methodName) ? settings.methods[methodName] : undefined;
      return providers.get(chosen ?? 'sandbox');
    },
  };
}
