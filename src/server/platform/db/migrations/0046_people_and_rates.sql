ALTER TABLE "operators" ADD COLUMN "locale" text DEFAULT 'ru' NOT NULL;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vat_rates" ADD COLUMN "is_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "vat_rates_unconfirmed" ON "vat_rates" USING btree ("country") WHERE not "vat_rates"."is_confirmed";--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_locale" CHECK ("operators"."locale" in ('ru', 'uk', 'en'));--> statement-breakpoint
-- colleagues that earlier demonstrations made up
UPDATE "operators" SET "is_demo" = true WHERE "email" IN ('olena@staff.example.org', 'marcus@staff.example.org')
  AND EXISTS (SELECT FROM "demo_history");--> statement-breakpoint
-- rates that were imported, and that nobody has compared with the law
UPDATE "vat_rates" SET "is_confirmed" = false WHERE "from_day" = '2025-08-01';
