ALTER TABLE "coupons" ADD COLUMN "converted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "undone" integer DEFAULT 0 NOT NULL;