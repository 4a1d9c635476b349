CREATE TABLE "draw_leaves" (
	"draw_id" bigint PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draw_days" ADD COLUMN "settled_draw_id" bigint NOT NULL DEFAULT -1;--> statement-breakpoint
ALTER TABLE "draw_days" ALTER COLUMN "settled_draw_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "fair_epochs" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "draw_leaves" ADD CONSTRAINT "draw_leaves_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_leaves" ADD CONSTRAINT "draw_leaves_day_draw_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."draw_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "draw_days_one_chain" ON "draw_days" USING btree (coalesce("previous_root", '')) WHERE "draw_days"."settled_draw_id" >= 0;--> statement-breakpoint
ALTER TABLE "fair_epochs" ADD CONSTRAINT "fair_epochs_default_seed" CHECK ("fair_epochs"."client_seed_origin" <> 'server' or "fair_epochs"."public_id" not like 'e2-%' or "fair_epochs"."client_seed" = left(encode(sha256(convert_to('SEED2|' || "fair_epochs"."public_id", 'UTF8')), 'hex'), 22));--> statement-breakpoint
INSERT INTO draw_leaves (draw_id, day)
  SELECT d.id, p.day FROM (
    SELECT day, min(first_draw_id) AS first_id, max(last_draw_id) AS last_id FROM draw_day_parts GROUP BY day) p
  JOIN draws d ON d.id BETWEEN p.first_id AND p.last_id
    AND d.created_at >= p.day::timestamp AT TIME ZONE 'UTC' AND d.created_at < (p.day + 1)::timestamp AT TIME ZONE 'UTC';
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
