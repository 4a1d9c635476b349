import * as z from 'zod/mini';

/** ISO 8601, UTC. */
const time = z.string();
const maybeTime = z.nullable(time);

/** Everything the site stores about a player, for export. It contains no secrets, codes or password hashes. */
export const playerData = z.object({
  /** Version of this layout. It increases when the meaning of a field changes or a field is removed. */
  version: z.literal(1),
  exportedAt: time,
  account: z.object({
    login: z.string(),
    email: z.string(),
    server: z.string(),
    status: z.string(),
    locale: z.string(),
    isVerified: z.boolean(),
    isTwoFaEnabled: z.boolean(),
    isMediaPartner: z.boolean(),
    createdAt: time,
    /** Network address at sign-up without its last part. Empty when unknown. */
    signUpNetwork: z.string(),
    userPromoCode: z.string(),
    /** Promo code of the inviter. */
    registrationPromoCode: z.nullable(z.string()),
    /** Number of players who signed up with this player's code. */
    invitedPlayers: z.int(),
  }),
  /** Blocks of the account, those in force and those that ended. */
  blocks: z.array(
    z.object({
      scope: z.string(),
      source: z.string(),
      from: time,
      until: maybeTime,
      liftedAt: maybeTime,
    }),
  ),
  /** A pending change of the e-mail address. */
  emailChange: z.nullable(
    z.object({
      newEmail: z.string(),
      createdAt: time,
      expiresAt: time,
      oldConfirmedAt: maybeTime,
      newConfirmedAt: maybeTime,
    }),
  ),
  /** Mailed links that confirm an address. */
  emailLinks: z.array(
    z.object({ purpose: z.string(), email: z.string(), createdAt: time, expiresAt: time, usedAt: maybeTime }),
  ),
  passwordResets: z.array(
    z.object({
      email: z.string(),
      attempts: z.int(),
      createdAt: time,
      expiresAt: time,
      acceptedAt: maybeTime,
      usedAt: maybeTime,
    }),
  ),
  twoFactor: z.nullable(z.object({ createdAt: time, recoveryCodesLeft: z.int() })),
  /** Passkeys, without their keys. */
  passkeys: z.array(
    z.object({ name: z.string(), isSynced: z.boolean(), createdAt: time, lastUsedAt: maybeTime }),
  ),
  sessions: z.array(
    z.object({
      id: z.int(),
      kind: z.string(),
      userAgent: z.string(),
      address: z.string(),
      createdAt: time,
      lastSeenAt: time,
      provenAt: time,
      expiresAt: time,
      endedAt: maybeTime,
    }),
  ),
  /** Browsers that signed in before. A trusted one is not asked for a code of the second factor. */
  devices: z.array(
    z.object({ userAgent: z.string(), firstSeenAt: time, lastSeenAt: time, trustedUntil: maybeTime }),
  ),
  /** Balances of the player's ledger accounts, in OC. */
  balances: z.array(z.object({ kind: z.string(), balance: z.int() })),
  /** Every transfer of coins with its reason: positive is incoming, negative outgoing. */
  transfers: z.array(
    z.object({
      id: z.int(),
      ledgerAccount: z.string(),
      amount: z.int(),
      reason: z.string(),
      refType: z.string(),
      refId: z.string(),
      createdAt: time,
    }),
  ),
  /** Cases that were bought or given, and how many of them were opened. */
  cases: z.array(
    z.object({
      id: z.int(),
      caseId: z.int(),
      name: z.string(),
      bought: z.int(),
      opened: z.int(),
      oddsHash: z.string(),
      reason: z.string(),
      refType: z.string(),
      refId: z.string(),
      createdAt: time,
    }),
  ),
  /** Every opening, with what was known of its draw at the time. */
  draws: z.array(
    z.object({
      id: z.int(),
      lotId: z.int(),
      itemId: z.int(),
      name: z.string(),
      ticket: z.int(),
      epochId: z.string(),
      commitment: z.string(),
      nonce: z.int(),
      clientSeed: z.string(),
      clientSeedOrigin: z.string(),
      oddsHash: z.string(),
      createdAt: time,
    }),
  ),
  coupons: z.array(
    z.object({
      id: z.int(),
      drawId: z.int(),
      itemId: z.int(),
      name: z.string(),
      state: z.string(),
      isSwapAvailable: z.boolean(),
      premiumCoinsPrice: z.int(),
      createdAt: time,
      revealedAt: maybeTime,
      /** Since when the prize has a public page; null unless it is shared. */
      sharedAt: maybeTime,
    }),
  ),
  /** Orders for the player, with every transition. */
  orders: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      productType: z.string(),
      product: z.string(),
      quantity: z.int(),
      coins: z.int(),
      bonusCoins: z.int(),
      currency: z.string(),
      priceCents: z.int(),
      discountCents: z.int(),
      discountCode: z.nullable(z.string()),
      totalCents: z.int(),
      totalCoins: z.int(),
      refundedCents: z.int(),
      /** Country for VAT, and the evidence of it. */
      buyerCountry: z.nullable(z.string()),
      places: z.array(z.object({ kind: z.string(), country: z.string() })),
      paymentMethod: z.nullable(z.string()),
      paymentProvider: z.nullable(z.string()),
      /** The provider's id of the payment. */
      paymentRef: z.nullable(z.string()),
      createdAt: time,
      paidAt: maybeTime,
      grantedAt: maybeTime,
      moves: z.array(z.object({ state: z.string(), actor: z.string(), createdAt: time })),
    }),
  ),
  premium: z.array(
    z.object({ startsAt: time, endsAt: time, revokedAt: maybeTime, reason: z.string(), refId: z.string() }),
  ),
  /** Deliveries to the game: goods to give or to revoke. */
  deliveries: z.array(
    z.object({
      id: z.string(),
      server: z.string(),
      kind: z.string(),
      code: z.string(),
      count: z.int(),
      state: z.string(),
      reason: z.string(),
      refId: z.string(),
      createdAt: time,
      doneAt: maybeTime,
      /** The player of the game, and their character, to whom the delivery was handed. */
      handedTo: z.nullable(
        z.object({ player: z.string(), character: z.nullable(z.string()), name: z.nullable(z.string()) }),
      ),
    }),
  ),
  /** Links to players of the game, with the names and characters that the game reported. */
  gameLinks: z.array(
    z.object({
      server: z.string(),
      player: z.string(),
      ids: z.array(z.string()),
      character: z.nullable(z.string()),
      characterName: z.nullable(z.string()),
      state: z.string(),
      linkedAt: time,
      confirmedAt: maybeTime,
      heldUntil: maybeTime,
      endedAt: maybeTime,
    }),
  ),
  /** A link code that is still valid, without the code itself. */
  linkCode: z.nullable(z.object({ createdAt: time, expiresAt: time })),
  /** Coins that the game may spend in a day, and the last day on which the game spent some. */
  spendPermit: z.nullable(
    z.object({
      coinsPerDay: z.int(),
      spentOn: z.nullable(z.string()),
      spentCoins: z.int(),
      setAt: time,
    }),
  ),
  /** Game servers on which the player is at this moment. */
  inGame: z.array(
    z.object({
      server: z.string(),
      player: z.string(),
      character: z.nullable(z.string()),
      name: z.nullable(z.string()),
      seenAt: time,
    }),
  ),
  /** Cash-back from payments of invited players: in OC, with the rate in basis points. */
  cashBacks: z.array(
    z.object({
      amount: z.int(),
      basisPoints: z.int(),
      state: z.string(),
      createdAt: time,
      releaseAt: time,
      settledAt: maybeTime,
    }),
  ),
  /** Reached milestones of the referral programme, with the state of their rewards. */
  rewards: z.array(
    z.object({
      milestoneId: z.int(),
      name: z.string(),
      state: z.string(),
      createdAt: time,
      releaseAt: maybeTime,
      settledAt: maybeTime,
    }),
  ),
  /** Idempotency keys whose answers are stored, so that a repeated request has no second effect. */
  requests: z.array(z.object({ key: z.string(), createdAt: time })),
  /** News of the cabinet, with what each is about. */
  news: z.array(
    z.object({ kind: z.string(), subject: z.record(z.string(), z.unknown()), at: time, readAt: maybeTime }),
  ),
  /** How each kind of news is mailed, where the player has chosen. */
  mailChoices: z.array(z.object({ kind: z.string(), choice: z.string(), changedAt: time })),
  /** Mails that were sent, without their text. */
  mails: z.array(z.object({ kind: z.string(), createdAt: time, sentAt: maybeTime, failedAt: maybeTime })),
  /** Audit of the account, with the actor of each event. */
  audit: z.array(
    z.object({
      event: z.string(),
      actor: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      createdAt: time,
    }),
  ),
});
export type PlayerData = z.infer<typeof playerData>;
