import { createSendOnce, type SendOnce } from '#/client/platform/api/retryKey.ts';

/**
 * Sends the purchase for which an order of coins was made, under a key that follows from the order: two tabs and the back
 * button buy it once (S20).
 */
export const sendForOrder = (orderId: string): SendOnce => createSendOnce(() => `purpose-${orderId}`);
