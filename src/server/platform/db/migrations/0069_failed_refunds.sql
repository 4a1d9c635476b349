CREATE TABLE "failed_refunds" (
	"order_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"payment_ref" text NOT NULL,
	"failed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "failed_refunds_order_id_provider_payment_ref_pk" PRIMARY KEY("order_id","provider","payment_ref")
);
--> statement-breakpoint
DROP INDEX "refund_requests_failed";--> statement-breakpoint
ALTER TABLE "failed_refunds" ADD CONSTRAINT "failed_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- refunds that were given up, never reported and not requested again, while money of their payment is still here
INSERT INTO "failed_refunds" ("order_id", "provider", "payment_ref", "failed_at")
SELECT r."order_id", r."provider", r."payment_ref", max(r."failed_at")
FROM "refund_requests" r JOIN "orders" o ON o."id" = r."order_id"
WHERE r."failed_at" IS NOT NULL AND r."reported_at" IS NULL
  AND NOT EXISTS (SELECT FROM "refund_requests" later WHERE later."order_id" = r."order_id" AND later."id" > r."id"
    AND later."provider" = r."provider" AND later."payment_ref" = r."payment_ref" AND later."failed_at" IS NULL)
  AND CASE WHEN (o."provider", o."payment_ref") = (r."provider", r."payment_ref") THEN o."state" IN ('granted', 'review')
    ELSE EXISTS (SELECT FROM "replaced_payments" p WHERE p."provider" = r."provider" AND p."payment_ref" = r."payment_ref"
      AND p."kept_cents" > 0) END
GROUP BY r."order_id", r."provider", r."payment_ref";
