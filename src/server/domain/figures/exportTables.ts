import { type SQL, sql } from 'drizzle-orm';
import type { ExportKind } from '#/contract/operator/figures/exports.ts';
import { WHERE_MISSING, PAID_OUT } from '#/server/domain/payouts/missingOrders.ts';
import { LINE_MATCH } from '#/server/domain/payouts/openPayouts.ts';
import { DOUBTFUL } from '#/server/domain/tax/doubtful.ts';
import type { NumberedTable } from '#/server/platform/db/settledId.ts';
import type { Column } from './csvLines.ts';
import { EARLIER_EVENTS, MONEY_MOVED, ORDER_OF_PAYMENT } from '#/server/domain/figures/sources.ts';

/** Kinds of exports with a line for each row of a table. */
export type TableKind = Exclude<ExportKind, 'vat'>;

/** Content of an export: rows of a table in the order of their ids. */
export interface ExportTable {
  /** The table, whose alias in the other fields is `r`. */
  table: NumberedTable;
  /** Joins with other tables. */
  joins: SQL;
  /** Whether rows can be counted without the joins, which the database cannot see for itself. */
  isCountedAlone?: true;
  /** The time that must lie in the range of days. */
  time: SQL;
  /** Whether rows get that time only after they were made, so that more of them may come while the file is written. */
  isTimedLater?: true;
  /** Key of the game server that a row belongs to. */
  server: SQL;
  /** Condition for rows that may be in the file. */
  where?: SQL;
  /** Columns by their name in the first line. */
  columns: Readonly<Record<string, Column>>;
}

/** A time in UTC. */
const at = (time: string) => plain(sql.raw(`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`));
/** Cents as `12.34`. */
const euros = (cents: string) => plain(sql.raw(`round((${cents}) / 100.0, 2)::text`));
/** A number or a boolean. */
const number = (column: string) => plain(sql.raw(`(${column})::text`));
/** A word that the database takes from a fixed list only, so it needs no escaping. */
const fixed = (column: string) => plain(sql.raw(column));
const word = (column: string) => text(sql.raw(`(${column})::text`));
const text = (value: SQL): Column => ({ text: value, isPlain: false });
function plain(value: SQL): Column {
  return { text: value, isPlain: true };
}

/** Cents that the dashboard counts: orders of the site in its currency. */
const counted = (cents: string) =>
  euros(`CASE WHEN o.public_id IS NOT NULL AND r.currency = 'EUR' THEN ${cents} ELSE 0 END`);

const payments: ExportTable = {
  table: 'payment_events',
  joins: sql`LEFT JOIN ${ORDER_OF_PAYMENT} ON true ${EARLIER_EVENTS}`,
  isCountedAlone: true,
  time: sql`r.received_at`,
  server: sql`o.server`,
  columns: {
    id: number('r.id'),
    received_at: at('r.received_at'),
    provider: word('r.provider'),
    event: word('r.kind'),
    payment: word('r.payment_ref'),
    cause: word('r.cause_ref'),
    order: word('o.public_id'),
    server: word('o.server'),
    currency: word('r.currency'),
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
    joins: sql`LEFT JOIN accounts a ON a.id = r.account_id`,
    time: sql`r.paid_at`,
    isTimedLater: true,
    server: sql`r.quote ->> 'serverKey'`,
    where: sql`r.currency = 'EUR'`,
    columns: {
      order: word('r.public_id'),
      placed_at: at('r.created_at'),
      paid_at: at('r.paid_at'),
      granted_at: at('r.granted_at'),
      state: fixed('r.state'),
      server: text(sql`r.quote ->> 'serverKey'`),
      player: number('a.id'),
      login: word('a.login'),
      product: text(sql`r.quote ->> 'productType'`),
      title: text(sql`r.quote -> 'titles' ->> 'en'`),
      quantity: text(sql`r.quote ->> 'quantity'`),
      price: euros(`(r.quote ->> 'priceCents')::bigint`),
      discount_code: text(sql`r.quote ->> 'discountCode'`),
      discount: euros(`(r.quote ->> 'discountCents')::bigint`),
      total: euros('r.total_cents'),
      refunded: euros('r.refunded_cents'),
      provider: word('r.provider'),
      payment: word('r.payment_ref'),
      method: word('r.payment_method_name'),
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
    isTimedLater: true,
    server: sql`r.quote ->> 'serverKey'`,
    where: DOUBTFUL,
    columns: {
      order: word('r.public_id'),
      paid_at: at('r.paid_at'),
      server: text(sql`r.quote ->> 'serverKey'`),
      total: euros('r.total_cents'),
      refunded: euros('r.refunded_cents'),
      provider: word('r.provider'),
      payment: word('r.payment_ref'),
      country: word('r.buyer_country'),
      billing: word('places.billing'),
      card: word('places.card'),
      network: word('places.network'),
      declared: word('places.declared'),
    },
  },
  payouts: {
    table: 'payout_lines',
    joins: sql`JOIN payouts p ON p.id = r.payout_id LEFT JOIN orders o ON o.id = r.order_id`,
    time: sql`p.arrives_at`,
    server: sql`o.quote ->> 'serverKey'`,
    columns: {
      payout: word('p.payout_ref'),
      provider: word('p.provider'),
      status: word('p.status'),
      arrives_at: at('p.arrives_at'),
      payout_amount: euros('p.amount_cents'),
      currency: word('r.currency'),
      line: word('r.line_ref'),
      at: at('r.at'),
      kind: word('r.kind'),
      match: text(sql`(SELECT ${LINE_MATCH} FROM (SELECT r.*) l)`),
      order: word('o.public_id'),
      server: text(sql`o.quote ->> 'serverKey'`),
      payment: word('coalesce(r.payment_ref, o.payment_ref)'),
      cause: word('r.cause_ref'),
      gross: euros('r.gross_cents'),
      fee: euros('r.fee_cents'),
      net: euros('r.net_cents'),
      expected: euros('r.expected_cents'),
      note: word('r.note'),
    },
  },
  'payouts-missing': {
    table: 'orders',
    joins: sql`JOIN orders_awaiting_payout w ON w.order_id = r.id JOIN ${PAID_OUT} ON paid_out.provider = r.provider`,
    time: sql`w.paid_at`,
    server: sql`r.quote ->> 'serverKey'`,
    where: WHERE_MISSING,
    columns: {
      order: word('r.public_id'),
      paid_at: at('r.paid_at'),
      state: word('r.state'),
      server: text(sql`r.quote ->> 'serverKey'`),
      total: euros('r.total_cents'),
      refunded: euros('r.refunded_cents'),
      provider: word('r.provider'),
      payment: word('r.payment_ref'),
    },
  },
  deliveries: {
    table: 'deliveries',
    joins: sql``,
    time: sql`r.created_at`,
    server: sql`r.server_key`,
    columns: {
      number: number('r.id'),
      delivery: word('r.public_id'),
      created_at: at('r.created_at'),
      done_at: at('r.done_at'),
      state: word('r.state'),
      kind: word('r.kind'),
      server: word('r.server_key'),
      player: number('r.account_id'),
      code: word('r.code'),
      count: number('r.count'),
      title: text(sql`r.titles ->> 'en'`),
      reason: word('r.reason'),
      cause: text(sql`r.ref_type || ':' || r.ref_id`),
      attempts: number('r.attempt'),
      received_by: word('r.received_by'),
    },
  },
  ledger: {
    table: 'ledger_transfers',
    // outer joins, which the database leaves out where it only counts the rows
    joins: sql`LEFT JOIN ledger_accounts f ON f.id = r.from_id LEFT JOIN ledger_accounts t ON t.id = r.to_id
      LEFT JOIN accounts a ON a.id = coalesce(t.owner_id, f.owner_id)`,
    time: sql`r.created_at`,
    server: sql`a.server_key`,
    columns: {
      id: number('r.id'),
      at: at('r.created_at'),
      server: word('a.server_key'),
      from: fixed('f.kind'),
      from_player: number('f.owner_id'),
      to: fixed('t.kind'),
      to_player: number('t.owner_id'),
      coins: number('r.amount'),
      reason: word('r.reason'),
      cause: text(sql`r.ref_type || ':' || r.ref_id`),
    },
  },
  audit: {
    table: 'audit',
    joins: sql`LEFT JOIN operators p ON p.id = r.operator_id LEFT JOIN operators s ON s.id = r.approved_by
      LEFT JOIN accounts a ON a.id = r.account_id`,
    time: sql`r.created_at`,
    server: sql`a.server_key`,
    columns: {
      id: number('r.id'),
      at: at('r.created_at'),
      actor: word('r.actor'),
      operator: word('p.name'),
      approved_by: word('s.name'),
      event: word('r.event'),
      player: number('r.account_id'),
      target: word('r.target_type'),
      target_id: word('r.target_id'),
      before: word('r.before'),
      after: word('r.after'),
      detail: word('r.detail'),
      reason: word('r.reason'),
    },
  },
  players: {
    table: 'accounts',
    joins: sql`LEFT JOIN ledger_accounts w ON w.owner_id = r.id AND w.kind = 'wallet'
      LEFT JOIN ledger_accounts d ON d.owner_id = r.id AND d.kind = 'debt'`,
    time: sql`r.created_at`,
    server: sql`r.server_key`,
    columns: {
      player: number('r.id'),
      signed_up_at: at('r.created_at'),
      server: word('r.server_key'),
      login: word('r.login'),
      email: word('r.email'),
      confirmed: number('r.is_verified'),
      state: fixed('r.status'),
      language: fixed('r.locale'),
      invited_by: number('r.inviter_id'),
      media_partner: number('r.is_media_partner'),
      coins: number('coalesce(w.balance, 0)'),
      owed: number('-coalesce(d.balance, 0)'),
    },
  },
};
