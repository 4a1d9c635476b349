CREATE TABLE "payout_fetches" (
	"provider" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"fetched_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "payout_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payout_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"line_ref" text NOT NULL,
	"kind" text NOT NULL,
	"payment_ref" text,
	"cause_ref" text,
	"named_order" text,
	"gross_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"net_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"note" text,
	"order_id" bigint,
	"expected_cents" bigint,
	CONSTRAINT "payout_lines_ref" UNIQUE("provider","line_ref"),
	CONSTRAINT "payout_lines_kind" CHECK ("payout_lines"."kind" in ('charge', 'refund', 'dispute', 'fee', 'adjustment')),
	CONSTRAINT "payout_lines_net" CHECK ("payout_lines"."net_cents" = "payout_lines"."gross_cents" - "payout_lines"."fee_cents")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"payout_ref" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"arrives_at" timestamp with time zone NOT NULL,
	"lines" text NOT NULL,
	"lines_read_at" timestamp with time zone,
	"line_count" integer DEFAULT 0 NOT NULL,
	"lines_cents" bigint DEFAULT 0 NOT NULL,
	"matched_cents" bigint DEFAULT 0 NOT NULL,
	"open_lines" integer DEFAULT 0 NOT NULL,
	"open_cents" bigint DEFAULT 0 NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" bigint,
	CONSTRAINT "payouts_ref" UNIQUE("provider","payout_ref"),
	CONSTRAINT "payouts_status" CHECK ("payouts"."status" in ('pending', 'inTransit', 'paid', 'failed', 'cancelled')),
	CONSTRAINT "payouts_lines" CHECK ("payouts"."lines" in ('ready', 'later', 'never'))
);
--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_lines_payout" ON "payout_lines" USING btree ("payout_id","id");--> statement-breakpoint
CREATE INDEX "payout_lines_order" ON "payout_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payout_lines_open" ON "payout_lines" USING btree ("payout_id","id") WHERE "payout_lines"."kind" in ('charge', 'refund', 'dispute') and ("payout_lines"."order_id" is null or "payout_lines"."expected_cents" <> "payout_lines"."gross_cents");--> statement-breakpoint
CREATE INDEX "payouts_arrival" ON "payouts" USING btree ("arrives_at","id");--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("id") WHERE "payouts"."lines_read_at" is not null and "payouts"."accepted_at" is null and ("payouts"."open_lines" > 0 or "payouts"."lines_cents" <> "payouts"."amount_cents");