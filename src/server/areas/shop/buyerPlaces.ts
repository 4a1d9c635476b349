import type { FastifyRequest } from 'fastify';
import { isCountry } from '#/contract/kernel/countries.ts';
import type { Config } from '#/server/platform/config/config.ts';
import { fail } from '#/server/platform/kernel/errors.ts';
import type { Place } from '#/server/ports/payments.ts';

/**
 * Evidence of a buyer's country in their own request: what they say, and what a trusted proxy says about their network
 * (COUNTRY_HEADER). Without a proxy anybody could send that header, so it is ignored.
 * @throws AppError countryRequired if there is no such country
 */
export function buyerPlaces(
  { countryHeader, proxyHops }: Pick<Config, 'countryHeader' | 'proxyHops'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  declared: string | undefined,
): Place[] {
  if (declared !== undefined && !isCountry(declared))
    fail('countryRequired', { errors: { country: 'countryRequired' } });
  const network = countryHeader !== undefined && proxyHops > 0 ? headers[countryHeader] : undefined;
  return [
    ...(isCountry(network) ? [{ kind: 'network' as const, country: network }] : []),
    ...(declared === undefined ? [] : [{ kind: 'declared' as const, country: declared }]),
  ];
}
