import { type SQL, sql } from 'drizzle-orm';
import type { ExportKind } from '#/contract/operator/figures/exports.ts';
import { IS_MISSING, JOIN_PAID_OUT } from '#/server/domain/payouts/missingOrders.ts';
import { LINE_MATCH } from '#/server/domain/payouts/openPayouts.ts';
import { DOUBTFUL } from '#/server/domain/tax/doubtful.ts';
import { MONEY_BACK, MONEY_MOVED, ORDER_OF_PAYMENT } from '#/server/domain/figures/sources.ts';

/** Kinds of exports with a line for each row of a table. */
export type TableKind = Exclude<ExportKind, 'vat'>;

/** Content of an export: rows of a table in the order of their ids. */
export interface ExportTable {
  /** The table, whose alias in the other fields is `r`. */
  table: string;
  /** Joins with other tables. */
  joins: SQL;
  /** The time that must lie in the range of days. */
  time: SQL;
  /** Key of the game server that a row belongs to. */
  server: SQL;
  /** Condition for rows that may be in the file. */
  where?: SQL;
  /** Columns by their name in the first line; all are text. */
  columns: Readonly<Record<string, SQL>>;
}

/** A time in UTC. */
const at = (time: string) => sql.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`);
/** Cents as `12.34`. */
const euros = (cents: string) => sql.raw(`round((${cents}) / 100.0, 2)::text`);
const plain = (column: string) => sql.raw(`(${column})::text`);

/** Cents that the dashboard counts: orders of the site in its currency. */
const counted = (cents: string) =>
  euros(`CASE WHEN o.public_id IS NOT NULL AND r.currency = 'EUR' THEN ${cents} ELSE 0 END`);

const payments: ExportTable = {
  table: 'payment_events',
  joins: sql`LEFT JOIN ${ORDER_OF_PAYMENT} ON true ${MONEY_BACK}`,
  time: sql`r.received_at`,
  server: sql`o.server`,
  columns: {
    id: plain('r.id'),
    received_at: at('r.received_at'),
    provider: plain('r.provider'),
    event: plain('r.kind'),
    payment: plain('r.payment_ref'),
    cause: plain('r.cause_ref'),
    order: plain('o.public_id'),
    server: plain('o.server'),
    currency: plain('r.currency'),
    amount: euros('r.amount_cents'),
    // the same payments that the dashboard counts
    paid: counted(MONEY_MOVED.paidCents),
    refunded: counted(MONEY_MOVED.refundedCents),
    charged_back: counted(MONEY_MOVED.chargedBackCents),
  },
};

/** The exports. Their sums over a range equal those of the dashboard (O24). */
export const EXPORT_TABLES: Readonly<Record<TableKind, ExportTable>> = {
  orders: {
    table: 'orders',
    joins: sql`JOIN accounts a ON a.id = r.account_id`,
    time: sql`r.paid_at`,
    server: sql`r.quote ->> 'serverKey'`,
    where: sql`r.currency = 'EUR'`,
    columns: {
      order: plain('r.public_id'),
      placed_at: at('r.created_at'),
      paid_at: at('r.paid_at'),
      granted_at: at('r.granted_at'),
      state: plain('r.state'),
      server: sql`r.quote ->> 'serverKey'`,
      player: plain('a.id'),
      login: plain('a.login'),
      product: sql`r.quote ->> 'productType'`,
      title: sql`r.quote -> 'titles' ->> 'en'`,
      quantity: sql`r.quote ->> 'quantity'`,
      price: euros(`(r.quote ->> 'priceCents')::bigint`),
      discount_code: sql`r.quote ->> 'discountCode'`,
      discount: euros(`(r.quote ->> 'discountCents')::bigint`),
      total: euros('r.total_cents'),
      refunded: euros('r.refunded_cents'),
      provider: plain('r.provider'),
      payment: plain('r.payment_ref'),
      method: plain('r.payment_method_name'),
    },
  },
  payments,
  refunds: { ...payments, where: sql`r.kind IN ('refunded', 'refundFailed', 'chargedBack', 'disputeWon')` },
  'vat-doubts': {
    table: 'orders',
    joins: sql`LEFT JOIN LATERAL (SELECT
      max(p.country) FILTER (WHERE p.kind = 'billing') AS billing, max(p.country) FILTER (WHERE p.kind = 'card') AS card,
      max(p.country) FILTER (WHERE p.kind = 'network') AS network,
      max(p.country) FILTER (WHERE p.kind = 'declared') AS declared
      FROM order_places p WHERE p.order_id = r.id) places ON true`,
    time: sql`r.paid_at`,
    server: sql`r.quote ->> 'serverKey'`,
    where: DOUBTFUL,
    columns: {
      order: plain('r.public_id'),
      paid_at: at('r.paid_at'),
      server: sql`r.quote ->> 'serverKey'`,
      total: euros('r.total_cents'),
      refunded: euros('r.refunded_cents'),
      provider: plain('r.provider'),
      payment: plain('r.payment_ref'),
      country: plain('r.buyer_country'),
      billing: plain('places.billing'),
      card: plain('places.card'),
      network: plain('places.network'),
      declared: plain('places.declared'),
    },
  },
  payouts: {
    table: 'payout_lines',
    joins: sql`JOIN payouts p ON p.id = r.payout_id LEFT JOIN orders o ON o.id = r.order_id`,
    time: sql`p.arrives_at`,
    server: sql`o.quote ->> 'serverKey'`,
    columns: {
      payout: plain('p.payout_ref'),
      provider: plain('p.provider'),
      status: plain('p.status'),
      arrives_at: at('p.arrives_at'),
      payout_amount: euros('p.amount_cents'),
      currency: plain('r.currency'),
      line: plain('r.line_ref'),
      at: at('r.at'),
      kind: plain('r.kind'),
      match: sql`(SELECT ${LINE_MATCH} FROM (SELECT r.*) l)`,
      order: plain('o.public_id'),
      server: sql`o.quote ->> 'serverKey'`,
      payment: plain('coalesce(r.payment_ref, o.payment_ref)'),
      cause: plain('r.cause_ref'),
      gross: euros('r.gross_cents'),
      fee: euros('r.fee_cents'),
      net: euros('r.net_cents'),
      expected: euros('r.expected_cents'),
      note: plain('r.note'),
    },
  },
  'payouts-missing': {
    table: 'orders',
    joins: JOIN_PAID_OUT,
    time: sql`r.paid_at`,
    server: sql`r.quote ->> 'serverKey'`,
    where: IS_MISSING,
    columns: {
      order: plain('r.public_id'),
      paid_at: at('r.paid_at'),
      state: plain('r.state'),
      server: sql`r.quote ->> 'serverKey'`,
      total: euros('r.total_cents'),
      refunded: euros('r.refunded_cents'),
      provider: plain('r.provider'),
      payment: plain('r.payment_ref'),
    },
  },
  deliveries: {
    table: 'deliveries',
    joins: sql``,
    time: sql`r.created_at`,
    server: sql`r.server_key`,
    columns: {
      number: plain('r.id'),
      delivery: plain('r.public_id'),
      created_at: at('r.created_at'),
      done_at: at('r.done_at'),
      state: plain('r.state'),
      kind: plain('r.kind'),
      server: plain('r.server_key'),
      player: plain('r.account_id'),
      code: plain('r.code'),
      count: plain('r.count'),
      title: sql`r.titles ->> 'en'`,
      reason: plain('r.reason'),
      cause: sql`r.ref_type || ':' || r.ref_id`,
      attempts: plain('r.attempt'),
      received_by: plain('r.received_by'),
    },
  },
  ledger: {
    table: 'ledger_transfers',
    joins: sql`JOIN ledger_accounts f ON f.id = r.from_id JOIN ledger_accounts t ON t.id = r.to_id
      LEFT JOIN accounts a ON a.id = coalesce(t.owner_id, f.owner_id)`,
    time: sql`r.created_at`,
    server: sql`a.server_key`,
    columns: {
      id: plain('r.id'),
      at: at('r.created_at'),
      server: plain('a.server_key'),
      from: plain('f.kind'),
      from_player: plain('f.owner_id'),
      to: plain('t.kind'),
      to_player: plain('t.owner_id'),
      coins: plain('r.amount'),
      reason: plain('r.reason'),
      cause: sql`r.ref_type || ':' || r.ref_id`,
    },
  },
  audit: {
    table: 'audit',
    joins: sql`LEFT JOIN operators p ON p.id = r.operator_id LEFT JOIN operators s ON s.id = r.approved_by
      LEFT JOIN accounts a ON a.id = r.account_id`,
    time: sql`r.created_at`,
    server: sql`a.server_key`,
    columns: {
      id: plain('r.id'),
      at: at('r.created_at'),
      actor: plain('r.actor'),
      operator: plain('p.name'),
      approved_by: plain('s.name'),
      event: plain('r.event'),
      player: plain('r.account_id'),
      target: plain('r.target_type'),
      target_id: plain('r.target_id'),
      before: plain('r.before'),
      after: plain('r.after'),
      detail: plain('r.detail'),
      reason: plain('r.reason'),
    },
  },
  players: {
    table: 'accounts',
    joins: sql`LEFT JOIN ledger_accounts w ON w.owner_id = r.id AND w.kind = 'wallet'
      LEFT JOIN ledger_accounts d ON d.owner_id = r.id AND d.kind = 'debt'`,
    time: sql`r.created_at`,
    server: sql`r.server_key`,
    columns: {
      player: plain('r.id'),
      signed_up_at: at('r.created_at'),
      server: plain('r.server_key'),
      login: plain('r.login'),
      email: plain('r.email'),
      confirmed: plain('r.is_verified'),
      state: plain('r.status'),
      language: plain('r.locale'),
      invited_by: plain('r.inviter_id'),
      media_partner: plain('r.is_media_partner'),
      coins: plain('coalesce(w.balance, 0)'),
      owed: plain('-coalesce(d.balance, 0)'),
    },
  },
};
