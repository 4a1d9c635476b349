ALTER TABLE "catalogue_drafts" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD COLUMN "planned_by" bigint;--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD COLUMN "plan_reason" text;--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD COLUMN "plan_weight" integer;--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD COLUMN "plan_failure" text;--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD CONSTRAINT "catalogue_drafts_planned_by_operators_id_fk" FOREIGN KEY ("planned_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD CONSTRAINT "catalogue_drafts_plan" CHECK (num_nulls("catalogue_drafts"."publish_at", "catalogue_drafts"."planned_by", "catalogue_drafts"."plan_reason", "catalogue_drafts"."plan_weight") in (0, 4));--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD CONSTRAINT "catalogue_drafts_failure" CHECK ("catalogue_drafts"."plan_failure" is null or "catalogue_drafts"."publish_at" is not null);