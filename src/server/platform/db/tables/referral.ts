import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Grant, RewardGiven, RewardTaken } from './quote.ts';
import { accounts } from './accounts.ts';
import { orders } from './orders.ts';
import { id, time, localised, hasAllLanguages } from './columns.ts';

/** Ranks by the number of active referrals. */
export const referralStatuses = pgTable(
  'referral_statuses',
  {
    /** From 1, the lowest. */
    level: integer('level').primaryKey(),
    names: localised('names'),
    imageName: text('image_name').notNull(),
    cashBackBasisPoints: integer('cash_back_basis_points').notNull(),
    fromReferrals: integer('from_referrals').notNull(),
    /** Null when the rank has no upper bound. */
    toReferrals: integer('to_referrals'),
    isLeader: boolean('is_leader').notNull().default(false),
  },
  (t) => [
    check('referral_statuses_names', hasAllLanguages(t.names)),
    check('referral_statuses_percent', sql`${t.cashBackBasisPoints} between 0 and 5000`),
    check('referral_statuses_range', sql`${t.fromReferrals} >= 0 and ${t.toReferrals} >= ${t.fromReferrals}`),
  ],
);

/** Numbers of active referrals that are rewarded once. */
export const referralMilestones = pgTable(
  'referral_milestones',
  {
    /** Given by the catalogue files; never reused. */
    id: id('id').primaryKey(),
    requiredReferrals: integer('required_referrals').notNull(),
    /** The reward in words, sent as `couponName`. */
    names: localised('names'),
    imageName: text('image_name').notNull(),
    grants: jsonb('grants').$type<Grant[]>().notNull(),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (t) => [
    check('referral_milestones_names', hasAllLanguages(t.names)),
    check('referral_milestones_required', sql`${t.requiredReferrals} > 0`),
  ],
);

/** Milestones that players reached, and the state of their rewards (RF2). Rows are never deleted (trigger). */
export const referralRewards = pgTable(
  'referral_rewards',
  {
    accountId: id('account_id')
      .notNull()
      .references(() => accounts.id),
    milestoneId: id('milestone_id')
      .notNull()
      .references(() => referralMilestones.id),
    state: text('state').$type<'waiting' | 'given' | 'reversed'>().notNull(),
    /** Copied from the milestone when it was reached. */
    requiredReferrals: integer('required_referrals').notNull(),
    grants: jsonb('grants').$type<Grant[]>().notNull(),
    /** Number of this reward for this milestone, from 1. A revoked reward can be earned again. */
    times: integer('times').notNull().default(1),
    createdAt: time('created_at').notNull(),
    /** Null for rewards from before the waiting time was introduced; these are kept. */
    releaseAt: time('release_at'),
    /** Time of the job's next check. Null after the reward was given. */
    lookAt: time('look_at'),
    /** Time at which the reward was given or revoked. */
    settledAt: time('settled_at'),
    /** Given goods with their worth in OC. Null while the reward waits. */
    given: jsonb('given').$type<RewardGiven>(),
    worth: integer('worth'),
    /** Revoked goods. Null unless the state is `reversed`. */
    taken: jsonb('taken').$type<RewardTaken>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.milestoneId] }),
    index('referral_rewards_due')
      .on(t.lookAt)
      .where(sql`${t.state} <> 'given'`),
    check('referral_rewards_state', sql`${t.state} in ('waiting', 'given', 'reversed')`),
    check('referral_rewards_settled', sql`(${t.state} = 'waiting') = (${t.settledAt} is null)`),
    check('referral_rewards_look', sql`(${t.state} = 'given') = (${t.lookAt} is null)`),
    check('referral_rewards_taken', sql`(${t.state} = 'reversed') = (${t.taken} is not null)`),
    check('referral_rewards_worth', sql`${t.worth} >= 0 and ${t.times} > 0`),
  ],
);

/**
 * The inviter's share of a referral's payment. It is held before it can be spent, in case the order is refunded
 * (RF3).
 */
export const cashBacks = pgTable(
  'cash_backs',
  {
    orderId: id('order_id')
      .primaryKey()
      .references(() => orders.id),
    inviterId: id('inviter_id')
      .notNull()
      .references(() => accounts.id),
    refereeId: id('referee_id')
      .notNull()
      .references(() => accounts.id),
    /** Percentage of the inviter's rank when the order was granted. */
    basisPoints: integer('basis_points').notNull(),
    /** OC. */
    amount: integer('amount').notNull(),
    state: text('state').$type<'held' | 'released' | 'reversed'>().notNull(),
    createdAt: time('created_at').notNull(),
    releaseAt: time('release_at').notNull(),
    settledAt: time('settled_at'),
  },
  (t) => [
    index('cash_backs_inviter').on(t.inviterId, t.refereeId),
    // for deleting an account
    index('cash_backs_referee').on(t.refereeId),
    index('cash_backs_due')
      .on(t.releaseAt)
      .where(sql`${t.state} = 'held'`),
    check('cash_backs_amount', sql`${t.amount} > 0`),
    check('cash_backs_state', sql`${t.state} in ('held', 'released', 'reversed')`),
    check('cash_backs_settled', sql`(${t.state} = 'held') = (${t.settledAt} is null)`),
  ],
);
