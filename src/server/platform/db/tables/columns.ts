import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, jsonb, timestamp } from 'drizzle-orm/pg-core';
import type { Locale } from '#/contract/kernel/locale.ts';

/** A text in every language of the site. */
export type Localised = Record<Locale, string>;
export const NO_TEXT: Localised = { ru: '', uk: '', en: '' };

/** Column builders that the tables share. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const id = (name: string) => bigint(name, { mode: 'number' });
export const identity = () => id('id').primaryKey().generatedAlwaysAsIdentity();
export const time = (name: string) => timestamp(name, { withTimezone: true });
/**
 * SQL: the time of the transaction. While the demonstration writes its history, it is the past moment being written.
 */
export const siteNow = sql`site_now()`;
export const createdAt = () => time('created_at').notNull().default(siteNow);
export const localised = (name: string) => jsonb(name).$type<Localised>().notNull();
export const hasAllLanguages = (column: AnyPgColumn) => sql`${column} ?& array['ru', 'uk', 'en']`;
