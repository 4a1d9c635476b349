ALTER TABLE "drops" ADD COLUMN "case_id" bigint;--> statement-breakpoint
ALTER TABLE "drops" ADD COLUMN "rank" smallint;--> statement-breakpoint
UPDATE "drops" SET "case_id" = "item"."case_id",
	"rank" = array_position(ARRAY['simple', 'common', 'improved', 'rare', 'legendary', 'epic'], "item"."color") - 1
FROM "coupons" "coupon" JOIN "case_items" "item" ON "item"."id" = "coupon"."item_id" WHERE "coupon"."id" = "drops"."coupon_id";--> statement-breakpoint
ALTER TABLE "drops" ALTER COLUMN "case_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "drops" ALTER COLUMN "rank" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "drops_of_case" ON "drops" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "drops_best" ON "drops" USING btree ("rank","at","id");--> statement-breakpoint
CREATE INDEX "drops_best_of_case" ON "drops" USING btree ("case_id","rank","at","id");
