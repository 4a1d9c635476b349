CREATE TABLE "bonus_tiers" (
	"product_id" bigint NOT NULL,
	"from_cents" integer NOT NULL,
	"to_cents" integer NOT NULL,
	"coefficient_basis_points" integer NOT NULL,
	"image" text NOT NULL,
	"titles" jsonb NOT NULL,
	CONSTRAINT "bonus_tiers_product_id_from_cents_pk" PRIMARY KEY("product_id","from_cents"),
	CONSTRAINT "bonus_tiers_range" CHECK ("bonus_tiers"."from_cents" > 0 and "bonus_tiers"."to_cents" >= "bonus_tiers"."from_cents"),
	CONSTRAINT "bonus_tiers_coefficient" CHECK ("bonus_tiers"."coefficient_basis_points" between 10001 and 20000),
	CONSTRAINT "bonus_tiers_titles" CHECK ("bonus_tiers"."titles" ?& array['ru', 'uk', 'en'])
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"public_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"account_id" bigint NOT NULL,
	"buyer_id" bigint,
	"quote" jsonb NOT NULL,
	"payment_method_name" text,
	"discount_code_id" bigint,
	"request_key" text,
	"request_hash" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "carts_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
CREATE TABLE "cash_backs" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"inviter_id" bigint NOT NULL,
	"referee_id" bigint NOT NULL,
	"basis_points" integer NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"release_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "cash_backs_amount" CHECK ("cash_backs"."amount" > 0),
	CONSTRAINT "cash_backs_state" CHECK ("cash_backs"."state" in ('held', 'released', 'reversed')),
	CONSTRAINT "cash_backs_settled" CHECK (("cash_backs"."state" = 'held') = ("cash_backs"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"public_id" text NOT NULL,
	"account_id" bigint NOT NULL,
	"server_key" text NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	"count" integer NOT NULL,
	"reason" text NOT NULL,
	"ref_type" text NOT NULL,
	"ref_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "deliveries_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "deliveries_cause" UNIQUE("reason","ref_type","ref_id","kind","code"),
	CONSTRAINT "deliveries_count" CHECK ("deliveries"."count" > 0),
	CONSTRAINT "deliveries_kind" CHECK ("deliveries"."kind" in ('give', 'revoke')),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('waiting', 'done', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"percent_basis_points" integer,
	"fixed_cents" integer,
	"product_types" text[],
	"goods_ids" bigint[],
	"per_account_limit" integer,
	"total_limit" integer,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "discount_codes_code" CHECK ("discount_codes"."code" ~ '^[A-Z0-9-]{3,35}$'),
	CONSTRAINT "discount_codes_one" CHECK (num_nonnulls("discount_codes"."percent_basis_points", "discount_codes"."fixed_cents") = 1),
	CONSTRAINT "discount_codes_percent" CHECK ("discount_codes"."percent_basis_points" between 1 and 10000),
	CONSTRAINT "discount_codes_fixed" CHECK ("discount_codes"."fixed_cents" > 0),
	CONSTRAINT "discount_codes_limits" CHECK ("discount_codes"."per_account_limit" > 0 and "discount_codes"."total_limit" > 0)
);
--> statement-breakpoint
CREATE TABLE "discount_uses" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"discount_code_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"released_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "goods" (
	"id" bigint PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"case_id" bigint,
	"names" jsonb NOT NULL,
	"descriptions" jsonb NOT NULL,
	"image" text NOT NULL,
	"price_cents" integer,
	"price_coins" integer,
	"server_keys" text[],
	"sort_order" integer NOT NULL,
	"grants" jsonb NOT NULL,
	"sale_limit" integer,
	"sold" integer DEFAULT 0 NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	CONSTRAINT "goods_type" CHECK ("goods"."type" in ('Premium', 'goods', 'Services', 'casesItem')),
	CONSTRAINT "goods_case" CHECK (("goods"."type" = 'casesItem') = ("goods"."case_id" is not null)),
	CONSTRAINT "goods_texts" CHECK ("goods"."names" ?& array['ru', 'uk', 'en'] and "goods"."descriptions" ?& array['ru', 'uk', 'en']),
	CONSTRAINT "goods_one_price" CHECK (num_nonnulls("goods"."price_cents", "goods"."price_coins") = 1),
	CONSTRAINT "goods_price" CHECK (coalesce("goods"."price_cents", "goods"."price_coins") > 0),
	CONSTRAINT "goods_sold" CHECK ("goods"."sold" >= 0 and "goods"."sale_limit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_grants" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"payment_event_id" bigint,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_moves" (
	"order_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_moves_order_id_version_pk" PRIMARY KEY("order_id","version"),
	CONSTRAINT "order_moves_first" CHECK (("order_moves"."version" = 1) = ("order_moves"."from_state" is null))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"public_id" text NOT NULL,
	"cart_id" bigint,
	"account_id" bigint NOT NULL,
	"buyer_id" bigint,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"quote" jsonb NOT NULL,
	"goods_id" bigint,
	"currency" text NOT NULL,
	"total_cents" integer NOT NULL,
	"total_coins" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"payment_method_name" text,
	"provider" text,
	"payment_ref" text,
	"pay_url" text,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"granted_at" timestamp with time zone,
	"taken" jsonb,
	CONSTRAINT "orders_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "orders_cart_id_unique" UNIQUE("cart_id"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('created', 'pending', 'paid', 'granted', 'failed', 'expired', 'review', 'refunded', 'charged_back')),
	CONSTRAINT "orders_version" CHECK ("orders"."version" > 0),
	CONSTRAINT "orders_currency" CHECK (("orders"."currency" = 'OC') = ("orders"."cart_id" is null)),
	CONSTRAINT "orders_total" CHECK (case "orders"."currency" when 'OC' then "orders"."total_coins" > 0 and "orders"."total_cents" = 0 else "orders"."total_cents" > 0 and "orders"."total_coins" = 0 end),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"payment_ref" text NOT NULL,
	"cause_ref" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"raw" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"last_error" text,
	CONSTRAINT "payment_events_event" UNIQUE("provider","event_id"),
	CONSTRAINT "payment_events_cause" UNIQUE("provider","kind","cause_ref"),
	CONSTRAINT "payment_events_amount" CHECK ("payment_events"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_groups" (
	"key" text PRIMARY KEY NOT NULL,
	"titles" jsonb NOT NULL,
	"sort_order" integer NOT NULL,
	CONSTRAINT "payment_groups_titles" CHECK ("payment_groups"."titles" ?& array['ru', 'uk', 'en'])
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"name" text PRIMARY KEY NOT NULL,
	"group_key" text NOT NULL,
	"titles" jsonb NOT NULL,
	"badges" text[] NOT NULL,
	"sort_order" integer NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_methods_titles" CHECK ("payment_methods"."titles" ?& array['ru', 'uk', 'en'])
);
--> statement-breakpoint
CREATE TABLE "premium_periods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "premium_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"ref_type" text NOT NULL,
	"ref_id" text NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "premium_periods_cause" UNIQUE("reason","ref_type","ref_id"),
	CONSTRAINT "premium_periods_length" CHECK ("premium_periods"."ends_at" > "premium_periods"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"titles" jsonb NOT NULL,
	"tab_titles" jsonb NOT NULL,
	"image" text NOT NULL,
	"is_coming_soon" boolean NOT NULL,
	"sort_order" integer NOT NULL,
	"base_price_cents" integer,
	"price_from_cents" integer,
	"price_to_cents" integer,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	CONSTRAINT "products_type_unique" UNIQUE("type"),
	CONSTRAINT "products_texts" CHECK ("products"."titles" ?& array['ru', 'uk', 'en'] and "products"."tab_titles" ?& array['ru', 'uk', 'en']),
	CONSTRAINT "products_coin" CHECK (("products"."type" = 'one_coin') = ("products"."base_price_cents" is not null and "products"."price_from_cents" is not null
        and "products"."price_to_cents" is not null)),
	CONSTRAINT "products_prices" CHECK ("products"."base_price_cents" > 0 and "products"."price_from_cents" > 0 and "products"."price_to_cents" >= "products"."price_from_cents")
);
--> statement-breakpoint
CREATE TABLE "referral_milestones" (
	"id" bigint PRIMARY KEY NOT NULL,
	"required_referrals" integer NOT NULL,
	"names" jsonb NOT NULL,
	"image_name" text NOT NULL,
	"grants" jsonb NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	CONSTRAINT "referral_milestones_names" CHECK ("referral_milestones"."names" ?& array['ru', 'uk', 'en']),
	CONSTRAINT "referral_milestones_required" CHECK ("referral_milestones"."required_referrals" > 0)
);
--> statement-breakpoint
CREATE TABLE "referral_rewards" (
	"account_id" bigint NOT NULL,
	"milestone_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "referral_rewards_account_id_milestone_id_pk" PRIMARY KEY("account_id","milestone_id")
);
--> statement-breakpoint
CREATE TABLE "referral_statuses" (
	"level" integer PRIMARY KEY NOT NULL,
	"names" jsonb NOT NULL,
	"image_name" text NOT NULL,
	"cash_back_basis_points" integer NOT NULL,
	"from_referrals" integer NOT NULL,
	"to_referrals" integer,
	"is_leader" boolean DEFAULT false NOT NULL,
	CONSTRAINT "referral_statuses_names" CHECK ("referral_statuses"."names" ?& array['ru', 'uk', 'en']),
	CONSTRAINT "referral_statuses_percent" CHECK ("referral_statuses"."cash_back_basis_points" between 0 and 5000),
	CONSTRAINT "referral_statuses_range" CHECK ("referral_statuses"."from_referrals" >= 0 and "referral_statuses"."to_referrals" >= "referral_statuses"."from_referrals")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"ref" text PRIMARY KEY NOT NULL,
	"request" jsonb NOT NULL,
	"state" text NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_webhooks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"body" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "sandbox_webhooks_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
DROP INDEX "coupons_owned";--> statement-breakpoint
DROP INDEX "accounts_inviter";--> statement-breakpoint
DROP INDEX "ledger_transfers_from";--> statement-breakpoint
DROP INDEX "ledger_transfers_to";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "is_in_debt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bonus_tiers" ADD CONSTRAINT "bonus_tiers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_discount_code_id_discount_codes_id_fk" FOREIGN KEY ("discount_code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_backs" ADD CONSTRAINT "cash_backs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_backs" ADD CONSTRAINT "cash_backs_inviter_id_accounts_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_backs" ADD CONSTRAINT "cash_backs_referee_id_accounts_id_fk" FOREIGN KEY ("referee_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_discount_code_id_discount_codes_id_fk" FOREIGN KEY ("discount_code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_grants" ADD CONSTRAINT "order_grants_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_grants" ADD CONSTRAINT "order_grants_payment_event_id_payment_events_id_fk" FOREIGN KEY ("payment_event_id") REFERENCES "public"."payment_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_moves" ADD CONSTRAINT "order_moves_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_group_key_payment_groups_key_fk" FOREIGN KEY ("group_key") REFERENCES "public"."payment_groups"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premium_periods" ADD CONSTRAINT "premium_periods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_milestone_id_referral_milestones_id_fk" FOREIGN KEY ("milestone_id") REFERENCES "public"."referral_milestones"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "carts_token" ON "carts" USING btree ("token_hash","id");--> statement-breakpoint
CREATE UNIQUE INDEX "carts_request" ON "carts" USING btree ("token_hash","request_key");--> statement-breakpoint
CREATE INDEX "carts_expires" ON "carts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "carts_account" ON "carts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "cash_backs_inviter" ON "cash_backs" USING btree ("inviter_id","referee_id");--> statement-breakpoint
CREATE INDEX "cash_backs_due" ON "cash_backs" USING btree ("release_at") WHERE "cash_backs"."state" = 'held';--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("server_key","id") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_account" ON "deliveries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "discount_uses_code" ON "discount_uses" USING btree ("discount_code_id","account_id") WHERE "discount_uses"."released_at" is null;--> statement-breakpoint
CREATE INDEX "orders_account" ON "orders" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment" ON "orders" USING btree ("provider","payment_ref");--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("expires_at") WHERE "orders"."state" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("provider","payment_ref");--> statement-breakpoint
CREATE INDEX "payment_events_due" ON "payment_events" USING btree ("run_at","id") WHERE "payment_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "premium_periods_account" ON "premium_periods" USING btree ("account_id","ends_at");--> statement-breakpoint
CREATE INDEX "sandbox_webhooks_due" ON "sandbox_webhooks" USING btree ("run_at","id") WHERE "sandbox_webhooks"."sent_at" is null and "sandbox_webhooks"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "coupons_of" ON "coupons" USING btree ("account_id","state","id");--> statement-breakpoint
CREATE INDEX "coupons_of_item" ON "coupons" USING btree ("account_id","state","item_id","id");--> statement-breakpoint
CREATE INDEX "known_devices_device" ON "known_devices" USING btree ("device_hash");--> statement-breakpoint
CREATE INDEX "accounts_inviter" ON "accounts" USING btree ("inviter_id","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_from" ON "ledger_transfers" USING btree ("from_id","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_to" ON "ledger_transfers" USING btree ("to_id","id");--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_grants
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON referral_rewards
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
