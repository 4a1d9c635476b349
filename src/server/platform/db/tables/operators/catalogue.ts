import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { RevisionSource, ShownChange } from '#/contract/operator/catalogue/revisions.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { createdAt, id, identity, time } from '../columns.ts';
import { operators } from './operators.ts';

/** Every published catalogue; the newest one is in force. A trigger refuses changes to old rows. */
export const catalogueRevisions = pgTable(
  'catalogue_revisions',
  {
    /** Counts from 1 without a gap, so that a preview can show the next number. */
    id: id('id').primaryKey(),
    content: jsonb('content').$type<Catalogue>().notNull(),
    /** Changed fields, for the operators' pages. */
    changes: jsonb('changes').$type<ShownChange[]>().notNull(),
    source: text('source').$type<RevisionSource>().notNull(),
    /** The operator who published it in the browser. Null for a command or the site itself. */
    operatorId: id('operator_id').references(() => operators.id),
    reason: text('reason'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    check('catalogue_revisions_source', sql`${t.source} in ('shell', 'site', 'browser')`),
    check('catalogue_revisions_by', sql`(${t.source} = 'browser') = (${t.operatorId} is not null)`),
  ],
);

/** Drafts of the catalogue. No other row refers to them. A draft ends when it is published or discarded. */
export const catalogueDrafts = pgTable(
  'catalogue_drafts',
  {
    id: identity(),
    /** The revision that the draft began from, or to which its changes were carried over. */
    baseRevision: id('base_revision')
      .notNull()
      .references(() => catalogueRevisions.id),
    /** The operators' input, which need not be well formed. */
    content: jsonb('content').notNull(),
    /** Rises with every save. */
    version: integer('version').notNull().default(1),
    ownerId: id('owner_id')
      .notNull()
      .references(() => operators.id),
    /** The operator who saved it last. */
    savedBy: id('saved_by')
      .notNull()
      .references(() => operators.id),
    savedAt: time('saved_at').notNull(),
    createdAt: createdAt(),
    /** Time at which a job publishes the draft. Until then the draft cannot be changed. Null without a plan. */
    publishAt: time('publish_at'),
    /** The operator in whose name it is published. */
    plannedBy: id('planned_by').references(() => operators.id),
    planReason: text('plan_reason'),
    /** Changes of odds, prices and grants that the operator's limit allowed. */
    planWeight: integer('plan_weight'),
    /** Error code of a planned publishing that failed. The draft can be changed again. */
    planFailure: text('plan_failure'),
  },
  (t) => [
    index('catalogue_drafts_owner').on(t.ownerId),
    check(
      'catalogue_drafts_plan',
      sql`num_nulls(${t.publishAt}, ${t.plannedBy}, ${t.planReason}, ${t.planWeight}) in (0, 4)`,
    ),
    check('catalogue_drafts_failure', sql`${t.planFailure} is null or ${t.publishAt} is not null`),
  ],
);
