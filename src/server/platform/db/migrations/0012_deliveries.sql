CREATE TABLE "delivery_moves" (
	"delivery_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"detail" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_moves_delivery_id_version_pk" PRIMARY KEY("delivery_id","version"),
	CONSTRAINT "delivery_moves_first" CHECK (("delivery_moves"."version" = 1) = ("delivery_moves"."from_state" is null))
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_kind";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_state";--> statement-breakpoint
DROP INDEX "deliveries_waiting";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "params" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "fact_version" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "needs_online" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "moved_by" text DEFAULT 'site' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "move_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "moved_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "ready_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "ledger_id" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "detail" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "taken" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "revokes_id" bigint;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "recalled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "delivery_moves" ADD CONSTRAINT "delivery_moves_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_revokes_id_deliveries_id_fk" FOREIGN KEY ("revokes_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_fact" ON "deliveries" USING btree ("account_id","server_key","code","fact_version") WHERE "deliveries"."kind" = 'set';--> statement-breakpoint
CREATE INDEX "deliveries_ready" ON "deliveries" USING btree ("server_key","ready_at","id") WHERE "deliveries"."state" = 'waiting' and "deliveries"."ready_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_lapsing" ON "deliveries" USING btree ("server_key","lease_until") WHERE "deliveries"."state" in ('leased', 'cancelling');--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("account_id","id") WHERE "deliveries"."state" not in ('done', 'cancelled');--> statement-breakpoint
CREATE INDEX "deliveries_trouble" ON "deliveries" USING btree ("server_key","id") WHERE "deliveries"."state" in ('failed', 'unknown');--> statement-breakpoint
CREATE INDEX "deliveries_revoked" ON "deliveries" USING btree ("revokes_id") WHERE "deliveries"."revokes_id" is not null;--> statement-breakpoint
-- what is there: done and cancelled rows have two moves, waiting ones have one
UPDATE "deliveries" SET "moved_at" = coalesce("done_at", "created_at"), "version" = CASE "state" WHEN 'waiting' THEN 1 ELSE 2 END;--> statement-breakpoint
INSERT INTO "delivery_moves" ("delivery_id", "version", "to_state", "actor", "created_at")
SELECT "id", 1, 'waiting', 'site', "created_at" FROM "deliveries";--> statement-breakpoint
INSERT INTO "delivery_moves" ("delivery_id", "version", "from_state", "to_state", "actor", "created_at")
SELECT "id", 2, 'waiting', "state", 'site', "moved_at" FROM "deliveries" WHERE "version" = 2;--> statement-breakpoint
UPDATE "deliveries" r SET "revokes_id" = g."id" FROM "deliveries" g
WHERE r."kind" = 'revoke' AND g."kind" = 'give'
  AND (g."reason", g."ref_type", g."ref_id", g."code") = (r."reason", r."ref_type", r."ref_id", r."code");--> statement-breakpoint
-- orders name what was taken by code and count, no longer by id
UPDATE "orders" o SET "taken" = (o."taken" - 'cancelled' - 'revoked') || jsonb_build_object('game', (
  SELECT coalesce(jsonb_agg(jsonb_build_object('code', d."code", 'count', d."count", 'params', d."params", 'needsOnline', true) ORDER BY d."id"), '[]')
  FROM "deliveries" d
  WHERE d."id" IN (SELECT value::bigint FROM jsonb_array_elements_text((o."taken" -> 'cancelled') || (o."taken" -> 'revoked')))))
WHERE o."taken" IS NOT NULL;--> statement-breakpoint
-- every change of state gets its row in the history, also by a server of the version before
CREATE FUNCTION note_delivery_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.state, OLD.attempt) = (NEW.state, NEW.attempt) THEN RETURN NEW; END IF;
    NEW.version := OLD.version + 1;
  END IF;
  INSERT INTO delivery_moves (delivery_id, version, from_state, to_state, actor, reason, attempt, detail, created_at)
  VALUES (NEW.id, NEW.version, CASE TG_OP WHEN 'UPDATE' THEN OLD.state END, NEW.state, NEW.moved_by, NEW.move_reason,
    NEW.attempt, NEW.detail, NEW.moved_at);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER note_first_move AFTER INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION note_delivery_move();--> statement-breakpoint
CREATE TRIGGER note_move BEFORE UPDATE OF state, attempt ON deliveries FOR EACH ROW EXECUTE FUNCTION note_delivery_move();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON delivery_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- whoever has or had Premium: the game is told until when
INSERT INTO "deliveries" ("public_id", "account_id", "server_key", "kind", "code", "count", "params", "fact_version",
  "reason", "ref_type", "ref_id", "created_at", "moved_at")
SELECT rtrim(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '='), a."id", a."server_key", 'set', 'premium', 1,
  jsonb_build_object('until', to_char(p."until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 1,
  'premium', 'account', a."id" || ':1', now(), now()
FROM (SELECT "account_id", max("ends_at") AS "until" FROM "premium_periods" WHERE "revoked_at" IS NULL
  GROUP BY "account_id") p
JOIN "accounts" a ON a."id" = p."account_id";--> statement-breakpoint
-- the head of a queue is where dead rows gather
ALTER TABLE "deliveries" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_params" CHECK (jsonb_typeof("deliveries"."params") = 'object' and length("deliveries"."params"::text) <= 1024);--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_fact_version" CHECK (("deliveries"."kind" = 'set') = ("deliveries"."fact_version" is not null));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_lease" CHECK ("deliveries"."state" not in ('leased', 'cancelling') or ("deliveries"."ledger_id" is not null and "deliveries"."attempt" > 0 and "deliveries"."lease_until" is not null));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_revokes" CHECK ("deliveries"."revokes_id" is null or "deliveries"."kind" = 'revoke');--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_taken" CHECK ("deliveries"."taken" between 0 and "deliveries"."count");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_done" CHECK (("deliveries"."state" = 'done') = ("deliveries"."done_at" is not null));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_kind" CHECK ("deliveries"."kind" in ('give', 'revoke', 'set'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('waiting', 'leased', 'cancelling', 'done', 'cancelled', 'failed', 'unknown'));
