CREATE TABLE "vat_rates" (
	"country" text NOT NULL,
	"from_day" date NOT NULL,
	"basis_points" integer NOT NULL,
	CONSTRAINT "vat_rates_country_from_day_pk" PRIMARY KEY("country","from_day"),
	CONSTRAINT "vat_rates_country" CHECK ("vat_rates"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "vat_rates_rate" CHECK ("vat_rates"."basis_points" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country_pieces" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_country_doubts" ON "orders" USING btree ("id") WHERE "orders"."currency" = 'EUR' and "orders"."paid_at" is not null and "orders"."country_settled_at" is null and "orders"."country_pieces" < 2;--> statement-breakpoint
UPDATE "orders" SET "country_pieces" = (SELECT count(*) FROM "order_places" p WHERE p.order_id = "orders"."id")
  WHERE "buyer_country" IS NOT NULL;
