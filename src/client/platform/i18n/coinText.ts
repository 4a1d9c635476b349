import { priceText } from '#/client/ui/display/priceText.ts';

/** Coins as the page's language writes them: "1 200 OC". */
export const coinText = (amount: number, locale: string): string =>
  priceText({ currency: 'OC', amount }, locale);

/** A movement with its sign: "+1 200 OC", "−300 OC" (C3). */
export function movementText(amount: number, locale: string): string {
  return (amount < 0 ? '−' : '+') + coinText(Math.abs(amount), locale);
}
