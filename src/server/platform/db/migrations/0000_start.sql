CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"server_key" text NOT NULL,
	"login" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"user_promo_code" text NOT NULL,
	"inviter_id" bigint,
	"status" text DEFAULT 'active' NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"is_media_partner" boolean DEFAULT false NOT NULL,
	"is_two_fa_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_user_promo_code_unique" UNIQUE("user_promo_code"),
	CONSTRAINT "accounts_email_lower" CHECK ("accounts"."email" = lower("accounts"."email")),
	CONSTRAINT "accounts_status" CHECK ("accounts"."status" in ('active', 'blocked')),
	CONSTRAINT "accounts_inviter_other" CHECK ("accounts"."inviter_id" <> "accounts"."id")
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"name" text NOT NULL,
	"subject" "bytea" NOT NULL,
	"used" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL,
	CONSTRAINT "budgets_name_subject_pk" PRIMARY KEY("name","subject"),
	CONSTRAINT "budgets_used" CHECK ("budgets"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "case_items" (
	"id" bigint PRIMARY KEY NOT NULL,
	"case_id" bigint NOT NULL,
	"names" jsonb NOT NULL,
	"image_name" text NOT NULL,
	"color" text NOT NULL,
	"sort_order" integer NOT NULL,
	"is_swap_available" boolean NOT NULL,
	"premium_coins_price" integer NOT NULL,
	CONSTRAINT "case_items_names" CHECK ("case_items"."names" ?& array['ru', 'uk', 'en']),
	CONSTRAINT "case_items_color" CHECK ("case_items"."color" in ('simple', 'common', 'improved', 'rare', 'legendary', 'epic')),
	CONSTRAINT "case_items_price" CHECK ("case_items"."premium_coins_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "case_lots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_lots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"case_id" bigint NOT NULL,
	"odds_hash" text NOT NULL,
	"bought" integer NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"ref_type" text NOT NULL,
	"ref_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_lots_cause" UNIQUE("reason","ref_type","ref_id","case_id"),
	CONSTRAINT "case_lots_bought" CHECK ("case_lots"."bought" > 0),
	CONSTRAINT "case_lots_opened" CHECK ("case_lots"."opened" between 0 and "case_lots"."bought")
);
--> statement-breakpoint
CREATE TABLE "case_odds" (
	"hash" text PRIMARY KEY NOT NULL,
	"case_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_odds_revision" UNIQUE("case_id","revision"),
	CONSTRAINT "case_odds_of_case" UNIQUE("case_id","hash"),
	CONSTRAINT "case_odds_revision_positive" CHECK ("case_odds"."revision" > 0),
	CONSTRAINT "case_odds_hash" CHECK ("case_odds"."hash" = encode(sha256(convert_to("case_odds"."text", 'UTF8')), 'hex'))
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" bigint PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"names" jsonb NOT NULL,
	"descriptions" jsonb NOT NULL,
	"image_name" text NOT NULL,
	"plate" text NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "cases_key_unique" UNIQUE("key"),
	CONSTRAINT "cases_texts" CHECK ("cases"."names" ?& array['ru', 'uk', 'en'] and "cases"."descriptions" ?& array['ru', 'uk', 'en'])
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"draw_id" bigint NOT NULL,
	"state" text DEFAULT 'owned' NOT NULL,
	"is_swap_available" boolean NOT NULL,
	"premium_coins_price" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "coupons_draw_id_unique" UNIQUE("draw_id"),
	CONSTRAINT "coupons_state" CHECK ("coupons"."state" in ('owned', 'converted', 'delivered')),
	CONSTRAINT "coupons_price" CHECK ("coupons"."premium_coins_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "draws_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"epoch_id" bigint NOT NULL,
	"nonce" integer NOT NULL,
	"client_seed" text NOT NULL,
	"client_seed_origin" text NOT NULL,
	"lot_id" bigint NOT NULL,
	"odds_hash" text NOT NULL,
	"ticket" integer NOT NULL,
	"item_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "draws_nonce" UNIQUE("epoch_id","nonce"),
	CONSTRAINT "draws_ticket" CHECK ("draws"."ticket" between 0 and 999999)
);
--> statement-breakpoint
CREATE TABLE "fair_chains" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fair_chains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"chain_no" integer NOT NULL,
	"root_encrypted" "bytea" NOT NULL,
	"anchor" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fair_chains_no" UNIQUE("account_id","chain_no")
);
--> statement-breakpoint
CREATE TABLE "fair_epochs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fair_epochs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"public_id" text NOT NULL,
	"account_id" bigint NOT NULL,
	"chain_id" bigint NOT NULL,
	"idx" integer NOT NULL,
	"commitment" text NOT NULL,
	"server_seed_encrypted" "bytea" NOT NULL,
	"client_seed" text,
	"client_seed_origin" text,
	"next_nonce" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "fair_epochs_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "fair_epochs_idx" UNIQUE("chain_id","idx"),
	CONSTRAINT "fair_epochs_nonce" CHECK ("fair_epochs"."next_nonce" >= 0),
	CONSTRAINT "fair_epochs_client_seed" CHECK ("fair_epochs"."client_seed" ~ '^[A-Za-z0-9_-]{1,64}$'),
	CONSTRAINT "fair_epochs_origin" CHECK (("fair_epochs"."client_seed" is null) = ("fair_epochs"."client_seed_origin" is null))
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"account_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" smallint,
	"body" json,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_account_id_key_pk" PRIMARY KEY("account_id","key"),
	CONSTRAINT "idempotency_answer" CHECK (("idempotency"."status" is null) = ("idempotency"."body" is null))
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"owner_id" bigint,
	"balance" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_owner" UNIQUE NULLS NOT DISTINCT("kind","owner_id"),
	CONSTRAINT "ledger_accounts_kind" CHECK ("ledger_accounts"."kind" in ('wallet', 'hold', 'debt', 'sales', 'shop', 'prizes', 'bonus', 'reversal')),
	CONSTRAINT "ledger_accounts_owned" CHECK (("ledger_accounts"."kind" in ('wallet', 'hold', 'debt')) = ("ledger_accounts"."owner_id" is not null)),
	CONSTRAINT "ledger_accounts_balance" CHECK ("ledger_accounts"."kind" not in ('wallet', 'hold') or "ledger_accounts"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"from_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"ref_type" text NOT NULL,
	"ref_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transfers_cause" UNIQUE("reason","ref_type","ref_id"),
	CONSTRAINT "ledger_transfers_amount" CHECK ("ledger_transfers"."amount" > 0),
	CONSTRAINT "ledger_transfers_parties" CHECK ("ledger_transfers"."from_id" <> "ledger_transfers"."to_id")
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"key" text PRIMARY KEY NOT NULL,
	"names" jsonb NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "servers_names" CHECK ("servers"."names" ?& array['ru', 'uk', 'en'])
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"handle_hash" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_handle_hash_unique" UNIQUE("handle_hash"),
	CONSTRAINT "sessions_kind" CHECK ("sessions"."kind" in ('ticket', 'bearer', 'browser')),
	CONSTRAINT "sessions_handle" CHECK (("sessions"."kind" = 'browser') = ("sessions"."handle_hash" is not null)),
	CONSTRAINT "sessions_hashes" CHECK (length("sessions"."token_hash") = 32 and length("sessions"."handle_hash") = 32)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_inviter_id_accounts_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_items" ADD CONSTRAINT "case_items_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_lots" ADD CONSTRAINT "case_lots_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_lots" ADD CONSTRAINT "case_lots_case_id_odds_hash_case_odds_case_id_hash_fk" FOREIGN KEY ("case_id","odds_hash") REFERENCES "public"."case_odds"("case_id","hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_odds" ADD CONSTRAINT "case_odds_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_item_id_case_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."case_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_draw_id_draws_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_epoch_id_fair_epochs_id_fk" FOREIGN KEY ("epoch_id") REFERENCES "public"."fair_epochs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_lot_id_case_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."case_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_odds_hash_case_odds_hash_fk" FOREIGN KEY ("odds_hash") REFERENCES "public"."case_odds"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_item_id_case_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."case_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_chains" ADD CONSTRAINT "fair_chains_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_epochs" ADD CONSTRAINT "fair_epochs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fair_epochs" ADD CONSTRAINT "fair_epochs_chain_id_fair_chains_id_fk" FOREIGN KEY ("chain_id") REFERENCES "public"."fair_chains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency" ADD CONSTRAINT "idempotency_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_from_id_ledger_accounts_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_to_id_ledger_accounts_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree ("server_key",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_login" ON "accounts" USING btree ("server_key",lower("login"));--> statement-breakpoint
CREATE INDEX "accounts_inviter" ON "accounts" USING btree ("inviter_id");--> statement-breakpoint
CREATE INDEX "budgets_resets" ON "budgets" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "case_lots_stock" ON "case_lots" USING btree ("account_id","case_id","id") WHERE "case_lots"."opened" < "case_lots"."bought";--> statement-breakpoint
CREATE INDEX "coupons_owned" ON "coupons" USING btree ("account_id","id") WHERE "coupons"."state" = 'owned';--> statement-breakpoint
CREATE INDEX "draws_lot" ON "draws" USING btree ("lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fair_epochs_live" ON "fair_epochs" USING btree ("account_id") WHERE "fair_epochs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_accounts_of" ON "ledger_accounts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_from" ON "ledger_transfers" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_to" ON "ledger_transfers" USING btree ("to_id");--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" USING btree ("account_id","id") WHERE "sessions"."ended_at" is null;