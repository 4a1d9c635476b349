import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { bytea, createdAt, id, time } from '../columns.ts';
import { operators } from './operators.ts';

/** Pictures that operators have uploaded. The uploaded files themselves are not kept. */
export const pictures = pgTable(
  'pictures',
  {
    /** Name in the catalogue: `u-` and the first 16 digits of the hash. */
    name: text('name').primaryKey(),
    /** SHA-256 of the kind and of the uploaded file. */
    hash: bytea('hash').notNull().unique(),
    kind: text('kind').$type<UploadKind>().notNull(),
    /** Size of the uploaded file. */
    sourceBytes: integer('source_bytes').notNull(),
    sourcePx: integer('source_px').notNull(),
    /** Null for a picture that came with catalogue files. */
    uploadedBy: id('uploaded_by').references(() => operators.id),
    createdAt: createdAt(),
    /** Time of the upload, or the last time at which a draft or a revision used the picture. */
    usedAt: time('used_at').notNull(),
  },
  (t) => [
    check('pictures_name', sql`${t.name} ~ '^u-[0-9a-f]{16}$'`),
    check('pictures_kind', sql`${t.kind} in ('cases', 'items', 'products', 'referral')`),
  ],
);

/** Files of uploaded pictures as they are served: encoded by the site, one row for each size and format. */
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
