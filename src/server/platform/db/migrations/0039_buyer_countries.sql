CREATE TABLE "order_places" (
	"order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"country" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_places_order_id_kind_pk" PRIMARY KEY("order_id","kind"),
	CONSTRAINT "order_places_kind" CHECK ("order_places"."kind" in ('billing', 'card', 'network', 'declared')),
	CONSTRAINT "order_places_country" CHECK ("order_places"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_country" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country_settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "places" jsonb;--> statement-breakpoint
ALTER TABLE "order_places" ADD CONSTRAINT "order_places_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_country" CHECK ("orders"."buyer_country" ~ '^[A-Z]{2}$');