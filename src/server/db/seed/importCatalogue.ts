import type pg from 'pg';
import { oddsHash, oddsText } from '#/contract/fair.ts';
import { withTx } from '../tx.ts';
import type { CaseFile } from './catalogueSchema.ts';
import { CatalogueError, type Catalogue } from './readCatalogue.ts';

/** One import at a time. */
const IMPORT_LOCK = 7_241_003;

/** Rows that were added or changed, and odds tables that were published. */
export interface ImportReport {
  servers: number;
  cases: number;
  items: number;
  odds: number;
}

/**
 * Brings the database to what the catalogue says, all or nothing; what it says already is left alone. Odds that
 * changed become a new revision, because the old ones are what players bought. Nothing is ever deleted.
 * @throws CatalogueError when an id belongs to another case already
 */
export async function importCatalogue(
  pool: pg.Pool,
  catalogue: Catalogue,
  { isDryRun = false } = {},
): Promise<ImportReport> {
  const report: ImportReport = { servers: 0, cases: 0, items: 0, odds: 0 };
  const undo = new Error('dry run');
  try {
    await withTx(pool, async (_, client) => {
      Object.assign(report, { servers: 0, cases: 0, items: 0, odds: 0 });
      await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
      for (const { key, name, sortOrder } of catalogue.servers)
        report.servers += await change(client, UPSERT_SERVER, [key, name, sortOrder]);
      for (const file of catalogue.cases) {
        report.cases += await change(client, UPSERT_CASE, [
          file.id,
          file.slug,
          file.name,
          file.description,
          file.imageName,
          file.plate,
          file.sortOrder,
        ]);
        report.items += await importItems(client, file);
        report.odds += await publishOdds(client, file);
      }
      if (isDryRun) throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return report;
}

async function change(client: pg.PoolClient, statement: string, values: unknown[]): Promise<number> {
  return (await client.query(statement, values)).rowCount ?? 0;
}

async function importItems(client: pg.PoolClient, file: CaseFile): Promise<number> {
  const ids = file.items.map(({ id }) => id);
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM case_items WHERE id = ANY($1) AND case_id <> $2',
    [ids, file.id],
  );
  if (rows.length > 0)
    throw new CatalogueError(
      rows.map(({ id }) => `cases/${file.slug}.json: item ${id} belongs to another case already`),
    );
  let changed = 0;
  for (const item of file.items)
    changed += await change(client, UPSERT_ITEM, [
      item.id,
      file.id,
      item.name,
      item.imageName,
      item.color,
      item.sortOrder,
      item.isSwapAvailable,
      item.premiumCoinsPrice,
    ]);
  return changed;
}

async function publishOdds(client: pg.PoolClient, { id, items }: CaseFile): Promise<number> {
  const rows = items.map((item) => ({ itemId: item.id, sortOrder: item.sortOrder, tickets: item.tickets }));
  const { rows: known } = await client.query<{ revision: number; text: string }>(
    'SELECT revision, text FROM case_odds WHERE case_id = $1 ORDER BY revision DESC LIMIT 1',
    [id],
  );
  const revision = known[0]?.revision ?? 0;
  if (known[0]?.text === oddsText(id, revision, rows)) return 0;
  const text = oddsText(id, revision + 1, rows);
  return change(client, 'INSERT INTO case_odds (hash, case_id, revision, text) VALUES ($1, $2, $3, $4)', [
    oddsHash(text),
    id,
    revision + 1,
    text,
  ]);
}

const UPSERT_SERVER = `
  INSERT INTO servers AS old (key, names, sort_order) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET names = excluded.names, sort_order = excluded.sort_order
  WHERE (old.names, old.sort_order) IS DISTINCT FROM (excluded.names, excluded.sort_order)`;

const UPSERT_CASE = `
  INSERT INTO cases AS old (id, key, names, descriptions, image_name, plate, sort_order)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (id) DO UPDATE SET key = excluded.key, names = excluded.names, plate = excluded.plate,
    descriptions = excluded.descriptions, image_name = excluded.image_name, sort_order = excluded.sort_order
  WHERE (old.key, old.names, old.descriptions, old.image_name, old.plate, old.sort_order) IS DISTINCT FROM
    (excluded.key, excluded.names, excluded.descriptions, excluded.image_name, excluded.plate, excluded.sort_order)`;

const UPSERT_ITEM = `
  INSERT INTO case_items AS old
    (id, case_id, names, image_name, color, sort_order, is_swap_available, premium_coins_price)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (id) DO UPDATE SET names = excluded.names, image_name = excluded.image_name,
    color = excluded.color, sort_order = excluded.sort_order, is_swap_available = excluded.is_swap_available,
    premium_coins_price = excluded.premium_coins_price
  WHERE (old.names, old.image_name, old.color, old.sort_order, old.is_swap_available, old.premium_coins_price)
    IS DISTINCT FROM (excluded.names, excluded.image_name, excluded.color, excluded.sort_order,
      excluded.is_swap_available, excluded.premium_coins_price)`;
