CREATE TABLE "audit_days" (
	"day" date PRIMARY KEY NOT NULL,
	"entries" integer NOT NULL,
	"last_audit_id" bigint NOT NULL,
	"root" text NOT NULL,
	"previous_root" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_days_entries" CHECK ("audit_days"."entries" > 0)
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "approved_by" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_days_one_chain" ON "audit_days" USING btree (coalesce("previous_root", ''));--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
