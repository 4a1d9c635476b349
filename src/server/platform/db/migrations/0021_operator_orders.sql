CREATE TABLE "refund_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"payment_ref" text NOT NULL,
	"cents" integer NOT NULL,
	"key" text NOT NULL,
	"reported_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "refund_requests_key_unique" UNIQUE("key"),
	CONSTRAINT "refund_requests_cents" CHECK ("refund_requests"."cents" > 0 and "refund_requests"."reported_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "replaced_payments" ADD COLUMN "kept_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_requests_order" ON "refund_requests" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refund_requests_due" ON "refund_requests" USING btree ("run_at","id") WHERE "refund_requests"."asked_at" is null and "refund_requests"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "refund_requests_open" ON "refund_requests" USING btree ("order_id") WHERE "refund_requests"."reported_at" is null and "refund_requests"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_email_anywhere" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "accounts_login_prefix" ON "accounts" USING btree (lower("login") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_target" ON "audit" USING btree ("target_type","target_id","id") WHERE "audit"."target_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_queue_of_order" ON "mail_queue" USING btree (split_part("cause", ':', 2)) WHERE "mail_queue"."kind" in ('receipt', 'orderRefunded', 'orderRefundFailed');--> statement-breakpoint
CREATE INDEX "deliveries_of_open_orders" ON "deliveries" USING btree ((split_part("ref_id", ':', 1)::bigint)) WHERE "deliveries"."ref_type" = 'order' and "deliveries"."state" not in ('done', 'cancelled');--> statement-breakpoint
CREATE INDEX "game_links_of_player" ON "game_links" USING btree ("player");--> statement-breakpoint
CREATE INDEX "game_links_of_character" ON "game_links" USING btree ("character") WHERE "game_links"."character" is not null;--> statement-breakpoint
CREATE INDEX "orders_of_state" ON "orders" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "orders_of_provider" ON "orders" USING btree ("provider","id");--> statement-breakpoint
CREATE INDEX "orders_of_server" ON "orders" USING btree (("quote" ->> 'serverKey'),"id");--> statement-breakpoint
CREATE INDEX "orders_of_product" ON "orders" USING btree (("quote" ->> 'productType'),"id");--> statement-breakpoint
CREATE INDEX "orders_of_discount" ON "orders" USING btree (("quote" ->> 'discountCode'),"id") WHERE "orders"."quote" ->> 'discountCode' is not null;--> statement-breakpoint
CREATE INDEX "orders_of_sum" ON "orders" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "replaced_payments_kept" ON "replaced_payments" USING btree ("order_id") WHERE "replaced_payments"."kept_cents" > 0;--> statement-breakpoint
ALTER TABLE "replaced_payments" ADD CONSTRAINT "replaced_payments_kept" CHECK ("replaced_payments"."kept_cents" >= 0);--> statement-breakpoint
UPDATE "replaced_payments" r SET "kept_cents" = greatest(0, k.came - k.gone) FROM (
	SELECT e.provider, e.payment_ref,
		coalesce(max(e.amount_cents) FILTER (WHERE e.kind = 'paid'), 0) AS came,
		coalesce(sum(e.amount_cents) FILTER (WHERE e.kind IN ('refunded', 'chargedBack') AND NOT EXISTS (
			SELECT FROM "payment_events" undone WHERE undone.provider = e.provider AND undone.cause_ref = e.cause_ref
				AND undone.kind IN ('refundFailed', 'disputeWon'))), 0) AS gone
	FROM "payment_events" e JOIN "replaced_payments" p ON p.provider = e.provider AND p.payment_ref = e.payment_ref
	GROUP BY e.provider, e.payment_ref) k
WHERE r.provider = k.provider AND r.payment_ref = k.payment_ref AND k.came > k.gone;
