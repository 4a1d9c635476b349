CREATE TABLE "game_instances" (
	"server_key" text PRIMARY KEY NOT NULL,
	"instance_id" text NOT NULL,
	"ledger_id" text NOT NULL,
	"key_id" text NOT NULL,
	"last_seq" bigint NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"adapter" text NOT NULL,
	"game" text NOT NULL,
	"host" text NOT NULL,
	"network" text NOT NULL,
	"codes" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"proves" jsonb NOT NULL,
	"identity" text NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"roster_at" timestamp with time zone,
	"rival_host" text,
	"rival_network" text,
	"rival_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "game_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"server_key" text NOT NULL,
	"secret_encrypted" "bytea" NOT NULL,
	"label" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"not_after" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_network" text,
	CONSTRAINT "game_keys_scopes" CHECK ("game_keys"."scopes" <@ array['deliver', 'players', 'link', 'purchase'])
);
--> statement-breakpoint
CREATE TABLE "game_ledgers" (
	"id" text PRIMARY KEY NOT NULL,
	"server_key" text NOT NULL,
	"head" bigint NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"retired_at" timestamp with time zone,
	CONSTRAINT "game_ledgers_head" CHECK ("game_ledgers"."head" >= 0)
);
--> statement-breakpoint
CREATE TABLE "game_presence" (
	"server_key" text NOT NULL,
	"player" text NOT NULL,
	"account_id" bigint,
	"character" text,
	"name" text,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_presence_server_key_player_pk" PRIMARY KEY("server_key","player")
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_lease";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "is_doubtful" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "is_begun_anew" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "game_instances" ADD CONSTRAINT "game_instances_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_instances" ADD CONSTRAINT "game_instances_ledger_id_game_ledgers_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."game_ledgers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_instances" ADD CONSTRAINT "game_instances_key_id_game_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."game_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_keys" ADD CONSTRAINT "game_keys_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_ledgers" ADD CONSTRAINT "game_ledgers_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_presence" ADD CONSTRAINT "game_presence_server_key_servers_key_fk" FOREIGN KEY ("server_key") REFERENCES "public"."servers"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_presence" ADD CONSTRAINT "game_presence_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_keys_server" ON "game_keys" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "game_ledgers_server" ON "game_ledgers" USING btree ("server_key");--> statement-breakpoint
CREATE INDEX "game_presence_account" ON "game_presence" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "deliveries_unsettled" ON "deliveries" USING btree ("server_key","id") WHERE "deliveries"."state" not in ('done', 'cancelled');--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_lease" CHECK (case "deliveries"."state" when 'waiting' then "deliveries"."ledger_id" is null
        when 'leased' then "deliveries"."ledger_id" is not null and "deliveries"."attempt" > 0 and "deliveries"."lease_until" is not null
        when 'cancelling' then "deliveries"."ledger_id" is not null and "deliveries"."lease_until" is not null and "deliveries"."recalled_at" is not null
        else true end);