CREATE TABLE "game_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "game_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"server_key" text NOT NULL,
	"player" text NOT NULL,
	"ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"character" text,
	"character_name" text,
	"state" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	CONSTRAINT "game_links_state" CHECK ("game_links"."state" in ('pending', 'active', 'ended')),
	CONSTRAINT "game_links_confirmed" CHECK ("game_links"."state" <> 'active' or "game_links"."confirmed_at" is not null),
	CONSTRAINT "game_links_ended" CHECK (("game_links"."state" = 'ended') = ("game_links"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "link_codes" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"code_mac" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_codes_code_mac_unique" UNIQUE("code_mac"),
	CONSTRAINT "link_codes_mac" CHECK (length("link_codes"."code_mac") = 32)
);
--> statement-breakpoint
CREATE TABLE "spend_permits" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"coins_per_day" integer NOT NULL,
	"spent_on" date,
	"spent_coins" integer DEFAULT 0 NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "spend_permits_coins" CHECK ("spend_permits"."coins_per_day" >= 0 and "spend_permits"."spent_coins" >= 0),
	CONSTRAINT "spend_permits_day" CHECK ("spend_permits"."spent_coins" = 0 or "spend_permits"."spent_on" is not null)
);
--> statement-breakpoint
ALTER TABLE "email_tokens" DROP CONSTRAINT "email_tokens_purpose";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "handed_to" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "character" text;--> statement-breakpoint
ALTER TABLE "game_instances" ADD COLUMN "is_count_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "game_links" ADD CONSTRAINT "game_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_links" ADD CONSTRAINT "game_links_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spend_permits" ADD CONSTRAINT "spend_permits_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "game_links_account" ON "game_links" USING btree ("account_id") WHERE "game_links"."state" <> 'ended';--> statement-breakpoint
CREATE UNIQUE INDEX "game_links_player" ON "game_links" USING btree ("server_key","player") WHERE "game_links"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "game_links_of" ON "game_links" USING btree ("account_id","id");--> statement-breakpoint
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_purpose" CHECK ("email_tokens"."purpose" in ('verify', 'changeOld', 'changeNew', 'notMe', 'undoChange', 'gameLink'));