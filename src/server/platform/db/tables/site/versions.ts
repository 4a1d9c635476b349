import { pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * The version of each table that everybody reads. Triggers write a new one with every change, whoever makes it. Versions
 * are random, so that a database that lost its newest changes never shows an old version for other rows.
 */
export const catalogueVersions = pgTable('catalogue_versions', {
  /** Name of the table. */
  name: text('name').primaryKey(),
  version: uuid('version').notNull(),
});
