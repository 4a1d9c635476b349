DROP INDEX "sessions_live";--> statement-breakpoint
DROP INDEX "discount_uses_code";--> statement-breakpoint
DROP INDEX "carts_expires";--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "is_ordered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "case_lots_account" ON "case_lots" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "fair_epochs_account" ON "fair_epochs" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "password_resets_account" ON "password_resets" USING btree ("account_id") WHERE "password_resets"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "discount_uses_account" ON "discount_uses" USING btree ("account_id","discount_code_id");--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("buyer_id") WHERE "orders"."buyer_id" is not null;--> statement-breakpoint
CREATE INDEX "cash_backs_referee" ON "cash_backs" USING btree ("referee_id");--> statement-breakpoint
CREATE INDEX "carts_expired" ON "carts" USING btree ("expires_at") WHERE not "carts"."is_ordered";--> statement-breakpoint
CREATE INDEX "carts_buyer" ON "carts" USING btree ("buyer_id") WHERE "carts"."buyer_id" is not null;--> statement-breakpoint
CREATE INDEX "discount_codes_prefix" ON "discount_codes" USING btree ("code" text_pattern_ops);