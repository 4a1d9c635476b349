import * as z from 'zod/mini';
import { serverKey } from '#/contract/landing.ts';
import { BLOCK_SCOPES } from '#/contract/kernel/blocks.ts';
import { LOGIN_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { text } from '#/contract/kernel/text.ts';

export const PLAYERS_PAGE_ROWS = 50;
/** Rows in one page of ledger lines, draws or audit entries. */
export const PLAYER_LINES = 50;

/** A whole number in an address. Every allowed number is safe in JavaScript. */
const wholeNumber = text(15).check(z.regex(/^[1-9]\d{0,14}$/));
const at = z.string();

export const ACCOUNT_STATES = ['active', 'blocked', 'closed'] as const;
/** `blocked`: nobody can sign in to it now. */
export const accountState = z.enum(ACCOUNT_STATES);
/** Marks of players. Each has an index of its own. */
export const PLAYER_MARKS = ['inDebt', 'mediaPartner'] as const;

/** The filters of the list, in the form that they have in the page's address. */
export const playersQuery = z.strictObject({
  /**
   * Players who signed up before the player of id `before`, or after that of id `after`. Without
   * both, the newest.
   */
  before: z.optional(wholeNumber),
  after: z.optional(wholeNumber),
  /** First characters of a login; the case is ignored. */
  login: z.optional(text(LOGIN_MAX_LENGTH).check(z.regex(/^[\w.-]+$/))),
  server: z.optional(serverKey),
  state: z.optional(accountState),
  mark: z.optional(z.enum(PLAYER_MARKS)),
});
export type PlayersQuery = z.output<typeof playersQuery>;

const playerRow = z.object({
  id: z.int(),
  login: z.string(),
  server: z.string(),
  state: accountState,
  isVerified: z.boolean(),
  isMediaPartner: z.boolean(),
  /** OC in the wallet, and OC that the player owes. */
  coins: z.int(),
  owed: z.int(),
  /** Cents paid for granted orders, without refunds. */
  paidCents: z.int(),
  createdAt: at,
});
export type PlayerRow = z.infer<typeof playerRow>;

export const playersReply = z.object({
  players: z.array(playerRow),
  /** Cursors of the next older and newer page. Null when there is no such page. */
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
});
export type PlayersReply = z.infer<typeof playersReply>;

export const playerParams = z.strictObject({ id: wholeNumber });

const titles = z.object({ ru: z.string(), uk: z.string(), en: z.string() });
const person = z.object({ id: z.int(), login: z.string(), server: z.string() });

const playerSession = z.object({
  id: z.int(),
  /** Browser and system. */
  device: z.nullable(z.string()),
  createdAt: at,
  lastSeenAt: at,
});

const gameLink = z.object({
  /** The game's name of the player. */
  player: z.string(),
  character: z.nullable(z.string()),
  /** pending or active. */
  state: z.string(),
  linkedAt: at,
  /** Purchases wait until this time. Null when they do not wait. */
  heldUntil: z.nullable(at),
});

/** A block of the account, in force or ended. */
const playerBlock = z.object({
  id: z.int(),
  scope: z.enum(BLOCK_SCOPES),
  source: z.enum(['operator', 'player', 'rule']),
  reason: z.string(),
  from: at,
  /** Null when the block has no end. */
  until: z.nullable(at),
  /** Whether the block is in force now. */
  isLive: z.boolean(),
  liftedAt: z.nullable(at),
  /** Names of the operators. */
  setBy: z.nullable(z.string()),
  liftedBy: z.nullable(z.string()),
});
export type PlayerBlock = z.infer<typeof playerBlock>;

export const playerReply = z.object({
  id: z.int(),
  login: z.string(),
  server: z.string(),
  /** Masked. */
  email: z.string(),
  /** The new address of a change that is not confirmed yet, masked. Null if there is none. */
  pendingEmail: z.nullable(z.string()),
  /** Language of the mails. */
  locale: z.enum(['ru', 'uk', 'en']),
  state: accountState,
  isVerified: z.boolean(),
  isTwoFaEnabled: z.boolean(),
  isMediaPartner: z.boolean(),
  promoCode: z.string(),
  createdAt: at,
  inviter: z.nullable(person),
  balances: z.object({
    /** OC in the wallet. */
    coins: z.int(),
    /** OC that wait for their release. */
    held: z.int(),
    /** OC that the player owes. */
    owed: z.int(),
  }),
  sums: z.object({
    orders: z.int(),
    /** Cents paid for granted orders, and the refunded part of them. */
    paidCents: z.int(),
    refundedCents: z.int(),
    chargebacks: z.int(),
    opened: z.int(),
    coupons: z.int(),
    invited: z.int(),
  }),
  /** Cases in stock. */
  cases: z.array(z.object({ id: z.int(), names: titles, count: z.int() })),
  premiumUntil: z.nullable(at),
  link: z.nullable(gameLink),
  deliveries: z.object({ open: z.int(), trouble: z.int(), done: z.int() }),
  sessions: z.array(playerSession),
  /** Blocks in force first, then the newest; at most 50. */
  blocks: z.array(playerBlock),
});
export type PlayerReply = z.infer<typeof playerReply>;

/**
 * Personal data of a player. Only operators with the permission see them, and each look is audited.
 */
export const playerPersonalReply = z.object({
  email: z.string(),
  signUpNetwork: z.string(),
  sessions: z.array(z.object({ id: z.int(), network: z.string(), userAgent: z.string() })),
});

export const PLAYER_LEDGER_ACCOUNTS = ['wallet', 'hold', 'debt'] as const;
export type PlayerLedgerAccount = (typeof PLAYER_LEDGER_ACCOUNTS)[number];

/** Lines older than `before`. */
export const linesQuery = z.strictObject({ before: z.optional(wholeNumber) });
export const ledgerQuery = z.strictObject({
  before: z.optional(wholeNumber),
  ledgerAccount: z.enum(PLAYER_LEDGER_ACCOUNTS),
});

const ledgerLine = z.object({
  id: z.int(),
  at,
  /** OC; positive is incoming. */
  amount: z.int(),
  reason: z.string(),
  /** The other ledger account of the transfer: a house account, or another one of the player. */
  other: z.string(),
  /** Id of the order that caused the transfer, or the name of another cause. */
  order: z.nullable(z.string()),
  cause: z.string(),
});
export type LedgerLine = z.infer<typeof ledgerLine>;
/** The newest first. All lines of a ledger account add up to its balance (O12). */
export const ledgerReply = z.object({
  /** OC in the ledger account when this page was read. */
  balance: z.int(),
  lines: z.array(ledgerLine),
  before: z.nullable(z.int()),
});
export type LedgerReply = z.infer<typeof ledgerReply>;

export const drawsReply = z.object({
  draws: z.array(
    z.object({
      /** Id of the coupon. */
      id: z.int(),
      at,
      case: titles,
      item: titles,
      /** The rarity, as players' pages receive it: `simple` to `epic`. */
      color: z.string(),
      state: z.string(),
      swapCoins: z.nullable(z.int()),
      /** Id of the epoch, with which anybody can verify the draw. */
      epoch: z.string(),
      nonce: z.int(),
    }),
  ),
  before: z.nullable(z.int()),
});
export type DrawsReply = z.infer<typeof drawsReply>;

const record = z.record(z.string(), z.unknown());
/** Events of the account and acts of operators on it. */
export const historyReply = z.object({
  entries: z.array(
    z.object({
      id: z.int(),
      at,
      act: z.string(),
      actor: z.string(),
      operator: z.nullable(z.string()),
      approvedBy: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      before: z.nullable(record),
      after: z.nullable(record),
    }),
  ),
  before: z.nullable(z.int()),
});
export type HistoryReply = z.infer<typeof historyReply>;
