CREATE TABLE "payment_asks" (
	"provider" text NOT NULL,
	"payment_ref" text NOT NULL,
	"order_id" bigint NOT NULL,
	"asks" integer DEFAULT 0 NOT NULL,
	"next_ask_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_asks_provider_payment_ref_pk" PRIMARY KEY("provider","payment_ref"),
	CONSTRAINT "payment_asks_asks" CHECK ("payment_asks"."asks" >= 0)
);
--> statement-breakpoint
CREATE TABLE "provider_outages" (
	"provider" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"next_ask_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_keys" (
	"scope" "bytea" NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"body" json,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "request_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
ALTER TABLE "payment_asks" ADD CONSTRAINT "payment_asks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_asks_due" ON "payment_asks" USING btree ("provider","next_ask_at");--> statement-breakpoint
CREATE INDEX "request_keys_created" ON "request_keys" USING btree ("created_at");--> statement-breakpoint
-- payments of a running site that got no final word yet
INSERT INTO "payment_asks" ("provider", "payment_ref", "order_id", "next_ask_at", "created_at")
SELECT p.provider, p.payment_ref, p.order_id, now(), p.made_at
FROM (
	SELECT provider, payment_ref, id AS order_id, created_at AS made_at FROM "orders"
	WHERE provider IS NOT NULL AND payment_ref IS NOT NULL AND state IN ('pending', 'expired', 'failed')
	UNION
	SELECT provider, payment_ref, order_id, replaced_at FROM "replaced_payments"
) p
WHERE p.made_at > now() - interval '7 days'
	AND NOT EXISTS (SELECT FROM "payment_events" e WHERE e.provider = p.provider AND e.payment_ref = p.payment_ref
		AND e.kind IN ('paid', 'failed', 'expired'))
ON CONFLICT DO NOTHING;
