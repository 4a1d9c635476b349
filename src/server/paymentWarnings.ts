import type { Config } from './config.ts';

/** What the operator should know about the way payments are set up, in sentences for the log of the start. */
export function paymentWarnings({ mode, payments, databaseUrl, dataDir }: Config): string[] {
  const { hasSandbox, stripe, btcpay } = payments;
  const isReal = Boolean(stripe ?? btcpay);
  const warnings: string[] = [];
  if (hasSandbox && (isReal || (databaseUrl && mode === 'production')))
    warnings.push(
      'The test payment system is on: what it serves can be had without money. PAYMENTS_SANDBOX=0 turns it off.',
    );
  if (isReal && !databaseUrl)
    warnings.push(
      `Real payments are kept in the embedded database: one machine, no replica. Back up ${dataDir}, or set DATABASE_URL.`,
    );
  return warnings;
}
