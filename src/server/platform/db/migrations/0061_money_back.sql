ALTER TABLE "deliveries" ADD COLUMN "money_back_at" timestamp with time zone;--> statement-breakpoint
UPDATE "deliveries" d SET "money_back_at" = m."at" FROM (
  SELECT "delivery_id", min("created_at") AS "at" FROM "delivery_moves"
  WHERE "reason" = 'moneyBack' AND "actor" = 'site' GROUP BY "delivery_id") m
WHERE d."id" = m."delivery_id" AND d."kind" = 'give';--> statement-breakpoint
UPDATE "deliveries" d SET "money_back_at" = coalesce(d."recalled_at", d."moved_at") FROM "orders" o
WHERE d."ref_type" = 'order' AND d."kind" = 'give' AND d."state" <> 'done' AND d."money_back_at" IS NULL
  AND o."id" = CASE d."ref_type" WHEN 'order' THEN split_part(d."ref_id", ':', 1)::bigint END
  AND o."state" IN ('refunded', 'charged_back');--> statement-breakpoint
UPDATE "deliveries" d SET "money_back_at" = d."created_at" FROM "deliveries" given
WHERE given."id" = d."revokes_id" AND (given."recalled_at" IS NULL OR given."money_back_at" IS NOT NULL);
