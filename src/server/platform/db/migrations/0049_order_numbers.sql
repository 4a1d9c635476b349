ALTER TABLE "orders" ADD COLUMN "number" text;--> statement-breakpoint
-- The numbers of existing orders follow from their ids. The factor has no common divisor with 24^6, so that no two are the
-- same, and neighbours do not look alike.
UPDATE "orders" SET "number" = 'ONE-' || (
	SELECT string_agg(substr('BCDFGHJKMPQRTVWXY2346789', 1 + (mixed / (24 ^ place)::bigint % 24)::int, 1), '' ORDER BY place)
	FROM generate_series(0, 5) place, (SELECT ("orders"."id" * 118109521 + 71624681) % 191102976 AS mixed) of
);--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "agreed" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "purpose" jsonb;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "purpose" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number_unique" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number" CHECK ("orders"."number" ~ '^ONE-[BCDFGHJKMPQRTVWXY2346789]{6}$');