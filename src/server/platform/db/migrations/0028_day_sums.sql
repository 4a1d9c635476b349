CREATE TABLE "day_sum_checks" (
	"day" date PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"differences" integer NOT NULL,
	CONSTRAINT "day_sum_checks_differences" CHECK ("day_sum_checks"."differences" >= 0)
);
--> statement-breakpoint
CREATE TABLE "day_sum_marks" (
	"source" text PRIMARY KEY NOT NULL,
	"last_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_sums" (
	"day" date NOT NULL,
	"metric" text NOT NULL,
	"dimension" text NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "day_sums_metric_day_dimension_pk" PRIMARY KEY("metric","day","dimension")
);
--> statement-breakpoint
ALTER TABLE "delivery_moves" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "delivery_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "order_moves" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "order_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "day_sum_checks_differing" ON "day_sum_checks" USING btree ("day") WHERE "day_sum_checks"."differences" > 0;--> statement-breakpoint
CREATE INDEX "audit_time" ON "audit" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_moves_id" ON "delivery_moves" USING btree ("id");--> statement-breakpoint
CREATE INDEX "delivery_moves_time" ON "delivery_moves" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "draws_time" ON "draws" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_transfers_time" ON "ledger_transfers" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_moves_id" ON "order_moves" USING btree ("id");--> statement-breakpoint
CREATE INDEX "order_moves_time" ON "order_moves" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at","account_id") WHERE "orders"."currency" = 'EUR';--> statement-breakpoint
CREATE INDEX "payment_events_received" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "carts_created" ON "carts" USING btree ("created_at");