ALTER TABLE "coupons" DROP CONSTRAINT "coupons_state";--> statement-breakpoint
ALTER TABLE "case_items" ADD COLUMN "gives" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "titles" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "received_by" text;--> statement-breakpoint
CREATE INDEX "deliveries_of_coupon" ON "deliveries" USING btree ((split_part("ref_id", ':', 1)::bigint),"id") WHERE "deliveries"."ref_type" = 'coupon';--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_state" CHECK ("coupons"."state" in ('owned', 'converted', 'claimed', 'delivered'));--> statement-breakpoint
UPDATE "deliveries" d SET "titles" = o."quote" -> 'titles' FROM "orders" o
WHERE d."ref_type" = 'order' AND o."id" = split_part(d."ref_id", ':', 1)::bigint;
