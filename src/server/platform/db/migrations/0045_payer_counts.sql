CREATE TABLE "payer_counts" (
	"day" date NOT NULL,
	"server" text NOT NULL,
	"payers" integer[] NOT NULL,
	CONSTRAINT "payer_counts_day_server_pk" PRIMARY KEY("day","server")
);
--> statement-breakpoint
ALTER TABLE "pictures" ALTER COLUMN "uploaded_by" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_payer" ON "orders" USING btree ("account_id","paid_at") WHERE "orders"."currency" = 'EUR';