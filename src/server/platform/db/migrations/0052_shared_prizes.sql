CREATE TABLE "shared_prizes" (
	"coupon_id" bigint PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "shared_prizes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "shared_prizes" ADD CONSTRAINT "shared_prizes_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;