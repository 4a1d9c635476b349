CREATE TABLE "catalogue_drafts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "catalogue_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"base_revision" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"owner_id" bigint NOT NULL,
	"saved_by" bigint NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_revisions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "catalogue_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"content" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"source" text NOT NULL,
	"operator_id" bigint,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "catalogue_revisions_source" CHECK ("catalogue_revisions"."source" in ('shell', 'site', 'browser')),
	CONSTRAINT "catalogue_revisions_by" CHECK (("catalogue_revisions"."source" = 'browser') = ("catalogue_revisions"."operator_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD CONSTRAINT "catalogue_drafts_base_revision_catalogue_revisions_id_fk" FOREIGN KEY ("base_revision") REFERENCES "public"."catalogue_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD CONSTRAINT "catalogue_drafts_owner_id_operators_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD CONSTRAINT "catalogue_drafts_saved_by_operators_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_revisions" ADD CONSTRAINT "catalogue_revisions_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_drafts_owner" ON "catalogue_drafts" USING btree ("owner_id");--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON catalogue_revisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
