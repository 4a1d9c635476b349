CREATE TABLE "draw_count_mark" (
	"only_one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_draw_id" bigint NOT NULL,
	CONSTRAINT "draw_count_mark_one" CHECK ("draw_count_mark"."only_one")
);
--> statement-breakpoint
CREATE TABLE "draw_counts" (
	"odds_hash" text NOT NULL,
	"item_id" bigint NOT NULL,
	"draws" integer NOT NULL,
	CONSTRAINT "draw_counts_odds_hash_item_id_pk" PRIMARY KEY("odds_hash","item_id"),
	CONSTRAINT "draw_counts_draws" CHECK ("draw_counts"."draws" > 0)
);
--> statement-breakpoint
CREATE TABLE "draw_day_parts" (
	"day" date NOT NULL,
	"part" integer NOT NULL,
	"first_draw_id" bigint NOT NULL,
	"last_draw_id" bigint NOT NULL,
	"root" text NOT NULL,
	CONSTRAINT "draw_day_parts_day_part_pk" PRIMARY KEY("day","part")
);
--> statement-breakpoint
CREATE TABLE "draw_days" (
	"day" date PRIMARY KEY NOT NULL,
	"draws" integer NOT NULL,
	"root" text NOT NULL,
	"previous_root" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "draw_days_draws" CHECK ("draw_days"."draws" > 0)
);
--> statement-breakpoint
CREATE TABLE "drops" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"coupon_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "drops_coupon_id_unique" UNIQUE("coupon_id")
);
--> statement-breakpoint
CREATE TABLE "news" (
	"key" text PRIMARY KEY NOT NULL,
	"published_on" date NOT NULL,
	"titles" jsonb NOT NULL,
	"texts" jsonb NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	CONSTRAINT "news_texts" CHECK ("news"."titles" ?& array['ru', 'uk', 'en'] and "news"."texts" ?& array['ru', 'uk', 'en'])
);
--> statement-breakpoint
CREATE TABLE "online_samples" (
	"at" timestamp with time zone PRIMARY KEY NOT NULL,
	"online" integer NOT NULL,
	"by_server" jsonb NOT NULL,
	CONSTRAINT "online_samples_online_positive" CHECK ("online_samples"."online" >= 0)
);
--> statement-breakpoint
CREATE TABLE "promos" (
	"code" text PRIMARY KEY NOT NULL,
	"titles" jsonb NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	CONSTRAINT "promos_titles" CHECK ("promos"."titles" ?& array['ru', 'uk', 'en'])
);
--> statement-breakpoint
CREATE TABLE "server_reports" (
	"server_key" text PRIMARY KEY NOT NULL,
	"online" integer NOT NULL,
	"slots" integer,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "server_reports_online" CHECK ("server_reports"."online" >= 0 and "server_reports"."slots" > 0)
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "districts" jsonb DEFAULT '{"ru":"","uk":"","en":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "facts" jsonb DEFAULT '{"ru":"","uk":"","en":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "points" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "draw_counts" ADD CONSTRAINT "draw_counts_odds_hash_case_odds_hash_fk" FOREIGN KEY ("odds_hash") REFERENCES "public"."case_odds"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_counts" ADD CONSTRAINT "draw_counts_item_id_case_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."case_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_day_parts" ADD CONSTRAINT "draw_day_parts_day_draw_days_day_fk" FOREIGN KEY ("day") REFERENCES "public"."draw_days"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drops" ADD CONSTRAINT "drops_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_reports" ADD CONSTRAINT "server_reports_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "news_published" ON "news" USING btree ("published_on");--> statement-breakpoint
CREATE INDEX "online_samples_online" ON "online_samples" USING btree ("online");--> statement-breakpoint
ALTER TABLE "servers" ADD CONSTRAINT "servers_texts" CHECK ("servers"."districts" ?& array['ru', 'uk', 'en'] and "servers"."facts" ?& array['ru', 'uk', 'en']);--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_day_parts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
INSERT INTO draw_count_mark (last_draw_id) VALUES (0);
