import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { PaymentEvent, Place } from '#/server/ports/payments.ts';

const address = z.nullish(z.object({ country: z.nullish(z.string()) }));
const paidSession = z.object({
  payment_intent: z.nullish(z.string()),
  customer_details: z.nullish(z.object({ address })),
});
/** A PaymentIntent with its charge. Methods that are no cards have no country. */
const chargedIntent = z.object({
  latest_charge: z.nullish(
    z.object({
      payment_method_details: z.nullish(
        z.object({ card: z.nullish(z.object({ country: z.nullish(z.string()) })) }),
      ),
    }),
  ),
});

/**
 * Adds the countries of the billing address and of the card to the event of a paid session. Stripe tells the card's only
 * when asked; if it does not answer, the payment still counts, and a later question of an operator brings it (O25).
 */
export async function withPlaces(
  client: Stripe,
  object: unknown,
  events: readonly PaymentEvent[],
): Promise<PaymentEvent[]> {
  if (!events.some(({ kind }) => kind === 'paid')) return [...events];
  const { payment_intent: intent, customer_details: buyer } = z.parse(paidSession, object);
  const billing = buyer?.address?.country;
  const card = await cardCountryOf(client, intent).catch(() => undefined);
  const places: Place[] = [
    ...(billing ? [{ kind: 'billing' as const, country: billing }] : []),
    ...(card ? [{ kind: 'card' as const, country: card }] : []),
  ];
  return events.map((event) => (event.kind === 'paid' ? { ...event, places } : event));
}

async function cardCountryOf(client: Stripe, intent: string | null | undefined) {
  if (!intent) return undefined;
  const found = await client.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
  return z.parse(chargedIntent, found).latest_charge?.payment_method_details?.card?.country;
}
