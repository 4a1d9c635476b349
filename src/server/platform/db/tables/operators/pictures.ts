import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { bytea, createdAt, id, time } from '../columns.ts';
import { operators } from './operators.ts';

/** Pictures that operators have uploaded. What they sent is not kept. */
export const pictures = pgTable(
  'pictures',
  {
    /** As the catalogue names it: `u-` and the first 16 digits of the hash. */
    name: text('name').primaryKey(),
    /** SHA-256 of the kind and of the file that was sent. */
    hash: bytea('hash').notNull().unique(),
    kind: text('kind').$type<UploadKind>().notNull(),
    /** Of the file that was sent. */
    sourceBytes: integer('source_bytes').notNull(),
    sourcePx: integer('source_px').notNull(),
    uploadedBy: id('uploaded_by')
      .notNull()
      .references(() => operators.id),
    createdAt: createdAt(),
    /** When a draft or a revision was last seen to name it, or when it was uploaded. */
    usedAt: time('used_at').notNull(),
  },
  (t) => [
    check('pictures_name', sql`${t.name} ~ '^u-[0-9a-f]{16}$'`),
    check('pictures_kind', sql`${t.kind} in ('cases', 'items', 'products', 'referral')`),
  ],
);

/** An uploaded picture as it is served: written by the site, a row for each size and format. */
export const pictureFiles = pgTable(
  'picture_files',
  {
    name: text('name')
      .notNull()
      .references(() => pictures.name, { onDelete: 'cascade' }),
    px: integer('px').notNull(),
    format: text('format').$type<'avif' | 'webp'>().notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.px, t.format] }),
    check('picture_files_format', sql`${t.format} in ('avif', 'webp')`),
  ],
);
