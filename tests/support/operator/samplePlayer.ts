import type { PlayerReply } from '#/contract/operator/players.ts';

/** A player as an operator sees them. */
export const samplePlayer: PlayerReply = {
  id: 7,
  login: 'Ivan',
  server: 'everest',
  email: 'i•••@example.org',
  pendingEmail: null,
  locale: 'uk',
  state: 'active',
  isVerified: true,
  isTwoFaEnabled: false,
  isMediaPartner: false,
  promoCode: 'IVAN2026',
  createdAt: '2026-11-01T10:00:00.000Z',
  inviter: null,
  balances: { coins: 80, held: 0, owed: 120 },
  sums: { orders: 2, paidCents: 5000, refundedCents: 0, chargebacks: 0, opened: 0, coupons: 0, invited: 0 },
  cases: [],
  premiumUntil: null,
  link: null,
  deliveries: { open: 0, trouble: 0, done: 0 },
  sessions: [],
  blocks: [],
};
