import type { Delivery } from '#/contract/deliveries.ts';

/** A delivery that waits for its player to join the game. */
export const waitingDelivery: Delivery = {
  id: 41,
  stage: 'away',
  isOpen: true,
  title: 'Garage slot',
  pieces: 1,
  until: null,
  order: null,
  isPrize: false,
  canPutBack: false,
  serverName: 'Everest',
  serverAddress: null,
  character: null,
  createdAt: '2026-11-21T18:00:00.000Z',
  movedAt: '2026-11-21T18:04:00.000Z',
  doneAt: null,
};
