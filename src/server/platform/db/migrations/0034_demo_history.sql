CREATE TABLE "demo_history" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"seed" integer NOT NULL,
	"days" integer NOT NULL,
	"players" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"next_step" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "demo_history_one" CHECK ("demo_history"."id" = 1)
);
--> statement-breakpoint
-- the past moment that the demonstration writes; the present if no history is being written
CREATE FUNCTION past_now() RETURNS timestamptz LANGUAGE sql STABLE
RETURN CASE WHEN EXISTS (SELECT FROM demo_history WHERE finished_at IS NULL)
  THEN least(now(), current_setting('one_rp.past')::timestamptz) ELSE now() END;--> statement-breakpoint
-- inlined: without the setting it costs a look at the settings of the session, and no table
CREATE FUNCTION site_now() RETURNS timestamptz LANGUAGE sql STABLE
RETURN CASE WHEN coalesce(current_setting('one_rp.past', true), '') = '' THEN now() ELSE past_now() END;--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "created_at" SET DEFAULT site_now();--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "proven_at" SET DEFAULT site_now();--> statement-breakpoint
ALTER TABLE "case_lots" ALTER COLUMN "created_at" SET DEFAULT site_now();--> statement-breakpoint
ALTER TABLE "case_odds" ALTER COLUMN "created_at" SET DEFAULT site_now();--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ALTER COLUMN "created_at" SET DEFAULT site_now();--> statement-breakpoint
ALTER TABLE "ledger_transfers" ALTER COLUMN "created_at" SET DEFAULT site_now();--> statement-breakpoint
ALTER TABLE "operators" ALTER COLUMN "created_at" SET DEFAULT site_now();--> statement-breakpoint
ALTER TABLE "discount_codes" ALTER COLUMN "created_at" SET DEFAULT site_now();