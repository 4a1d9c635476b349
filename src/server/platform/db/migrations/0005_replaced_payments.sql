CREATE TABLE "replaced_payments" (
	"provider" text NOT NULL,
	"payment_ref" text NOT NULL,
	"order_id" bigint NOT NULL,
	"payment_method_name" text,
	"pay_url" text,
	"replaced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replaced_payments_provider_payment_ref_pk" PRIMARY KEY("provider","payment_ref")
);
--> statement-breakpoint
ALTER TABLE "draw_days" ADD COLUMN "tree_root" text;--> statement-breakpoint
ALTER TABLE "replaced_payments" ADD CONSTRAINT "replaced_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replaced_payments_order" ON "replaced_payments" USING btree ("order_id");