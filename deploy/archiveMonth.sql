-- Moves the closed days of a month out of "draws" and "audit", and the movements of coins out of "ledger_transfers", into
-- tables of that month, which inherit from them. Whoever reads these three reads the months too, so proofs, books,
-- balances and the audit log stay as they are, while the tables in daily use stay small. A table of a month may lie on a
-- slower disk: ALTER TABLE draws_2026_01 SET TABLESPACE ...
--
--   psql "$DATABASE_URL" -f deploy/archiveMonth.sql
--   psql "$DATABASE_URL" -c "CALL archive_month('2026-01-01')"
--
-- Each day of draws is a transaction, and so are every 2,500 movements of coins. Openings or purchases wait while one
-- of them moves, so do it at night. A call that was cut off is repeated. It must be called by the owner of the tables.
-- What a foreign key on "draws" said is then said by the books (ST2, FA7).

CREATE OR REPLACE PROCEDURE archive_month(month date) LANGUAGE plpgsql AS $$
DECLARE
  first_day date := date_trunc('month', month);
  next_month date := first_day + interval '1 month';
  draws_of_month text := 'draws_' || to_char(first_day, 'YYYY_MM');
  audit_of_month text := 'audit_' || to_char(first_day, 'YYYY_MM');
  one record;
  moved bigint;
BEGIN
  IF next_month > (now() AT TIME ZONE 'UTC')::date THEN
    RAISE EXCEPTION 'The month % is not over.', to_char(first_day, 'YYYY-MM');
  END IF;
  ALTER TABLE coupons DROP CONSTRAINT IF EXISTS coupons_draw_id_draws_id_fk;
  ALTER TABLE draw_leaves DROP CONSTRAINT IF EXISTS draw_leaves_draw_id_draws_id_fk;
  PERFORM make_month_table('draws', draws_of_month);
  PERFORM make_month_table('audit', audit_of_month);
  COMMIT;

  FOR one IN SELECT day, draws FROM draw_days WHERE day >= first_day AND day < next_month ORDER BY day LOOP
    ALTER TABLE draws DISABLE TRIGGER append_only;
    EXECUTE format('WITH gone AS (DELETE FROM ONLY draws WHERE id IN (SELECT draw_id FROM draw_leaves WHERE day = $1) RETURNING *)
      INSERT INTO %I SELECT * FROM gone', draws_of_month) USING one.day;
    ALTER TABLE draws ENABLE TRIGGER append_only;
    EXECUTE format('SELECT count(*) FROM draw_leaves l JOIN %I d ON d.id = l.draw_id WHERE l.day = $1', draws_of_month)
      INTO moved USING one.day;
    IF moved <> one.draws THEN
      RAISE EXCEPTION 'Of % draws of % only % are in %.', one.draws, one.day, moved, draws_of_month;
    END IF;
    COMMIT;
  END LOOP;

  FOR one IN SELECT * FROM (SELECT day, entries, last_audit_id, lag(last_audit_id, 1, 0::bigint) OVER (ORDER BY day) AS after_id
      FROM audit_days) closed WHERE day >= first_day AND day < next_month ORDER BY day LOOP
    ALTER TABLE audit DISABLE TRIGGER append_only;
    EXECUTE format('WITH gone AS (DELETE FROM ONLY audit WHERE id > $1 AND id <= $2 RETURNING *)
      INSERT INTO %I SELECT * FROM gone', audit_of_month) USING one.after_id, one.last_audit_id;
    ALTER TABLE audit ENABLE TRIGGER append_only;
    EXECUTE format('SELECT count(*) FROM %I WHERE id > $1 AND id <= $2', audit_of_month)
      INTO moved USING one.after_id, one.last_audit_id;
    IF moved <> one.entries THEN
      RAISE EXCEPTION 'Of % entries of % only % are in %.', one.entries, one.day, moved, audit_of_month;
    END IF;
    COMMIT;
  END LOOP;

  CALL archive_ledger(first_day, next_month);
END $$;

-- Moves the movements of coins of a month. PostgreSQL keeps a cause unique only inside one table, so the causes of what
-- has moved are kept in a table of their own, and a cause that is in it moves no coins again (LE4).
CREATE OR REPLACE PROCEDURE archive_ledger(first_day date, next_month date) LANGUAGE plpgsql AS $$
DECLARE
  ledger_of_month text := 'ledger_transfers_' || to_char(first_day, 'YYYY_MM');
  from_time timestamptz := first_day::timestamp AT TIME ZONE 'UTC';
  to_time timestamptz := next_month::timestamp AT TIME ZONE 'UTC';
  rows_of_step CONSTANT bigint := 2500;
  after_id bigint;
  last_id bigint;
  moved bigint;
  kept bigint;
BEGIN
  PERFORM make_month_table('ledger_transfers', ledger_of_month);
  PERFORM keep_archived_causes();
  SELECT min(id) - 1, max(id) INTO after_id, last_id
    FROM ONLY ledger_transfers WHERE created_at >= from_time AND created_at < to_time;
  COMMIT;
  WHILE after_id < last_id LOOP
    -- waits for every movement that began before, and holds up those that come: none can miss a cause that is moving
    ALTER TABLE ledger_transfers DISABLE TRIGGER append_only;
    EXECUTE format('WITH gone AS (DELETE FROM ONLY ledger_transfers
        WHERE id > $1 AND id <= $2 AND created_at >= $3 AND created_at < $4 RETURNING *),
      causes AS (INSERT INTO archived_causes SELECT reason, ref_type, ref_id FROM gone RETURNING 1),
      arrived AS (INSERT INTO %I SELECT * FROM gone RETURNING 1)
      SELECT (SELECT count(*) FROM arrived), (SELECT count(*) FROM causes)', ledger_of_month)
      INTO moved, kept USING after_id, after_id + rows_of_step, from_time, to_time;
    ALTER TABLE ledger_transfers ENABLE TRIGGER append_only;
    IF moved <> kept THEN
      RAISE EXCEPTION 'Of % movements only % causes are kept.', moved, kept;
    END IF;
    COMMIT;
    after_id := after_id + rows_of_step;
  END LOOP;
END $$;

-- Makes the table of the causes that have moved, and the trigger that leaves out a movement with one of them. The site
-- takes that for a cause that moved its coins before, as it does inside one table.
CREATE OR REPLACE FUNCTION keep_archived_causes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('archived_causes') IS NOT NULL THEN
    RETURN;
  END IF;
  CREATE TABLE archived_causes (reason text, ref_type text, ref_id text, PRIMARY KEY (reason, ref_type, ref_id));
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON archived_causes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER leave_out_archived BEFORE INSERT ON ledger_transfers
    FOR EACH ROW EXECUTE FUNCTION leave_out_archived_cause();
END $$;

-- Runs with the rights of the owner, so that the site needs none on the table of causes.
CREATE OR REPLACE FUNCTION leave_out_archived_cause() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM archived_causes WHERE reason = NEW.reason AND ref_type = NEW.ref_type AND ref_id = NEW.ref_id) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

-- Makes the table of a month, with the indexes, checks, foreign keys and the protection of the table it inherits from.
CREATE OR REPLACE FUNCTION make_month_table(parent regclass, child text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  rule text;
BEGIN
  IF to_regclass(child) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES) INHERITS (%s)',
    child, parent, parent);
  FOR rule IN SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = parent AND contype = 'f' LOOP
    EXECUTE format('ALTER TABLE %I ADD %s', child, rule);
  END LOOP;
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', child);
END $$;
