CREATE TABLE "account_blocks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_blocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"set_by" bigint,
	"lifted_at" timestamp with time zone,
	"lifted_by" bigint,
	CONSTRAINT "account_blocks_scope" CHECK ("account_blocks"."scope" in ('sign-in', 'buy', 'open', 'spend-in-game', 'deliver', 'refer')),
	CONSTRAINT "account_blocks_source" CHECK ("account_blocks"."source" in ('operator', 'player', 'rule')),
	CONSTRAINT "account_blocks_ends" CHECK ("account_blocks"."ends_at" > "account_blocks"."starts_at"),
	CONSTRAINT "account_blocks_lifted" CHECK ("account_blocks"."lifted_by" is null or "account_blocks"."lifted_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_status";--> statement-breakpoint
ALTER TABLE "account_blocks" ADD CONSTRAINT "account_blocks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_blocks_account" ON "account_blocks" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "account_blocks_unlifted" ON "account_blocks" USING btree ("scope","account_id") WHERE "account_blocks"."lifted_at" is null;--> statement-breakpoint
-- whoever was blocked could do none of these
INSERT INTO account_blocks (account_id, scope, source, reason, starts_at)
SELECT a.id, s.scope, 'operator', 'blocked before blocks had a scope', now()
FROM accounts a CROSS JOIN unnest(ARRAY['sign-in', 'buy', 'open', 'spend-in-game', 'deliver', 'refer']) s(scope)
WHERE a.status = 'blocked';--> statement-breakpoint
UPDATE sessions SET ended_at = now() FROM accounts a
WHERE a.id = sessions.account_id AND a.status = 'blocked' AND sessions.ended_at IS NULL;--> statement-breakpoint
UPDATE accounts SET status = 'active' WHERE status = 'blocked';--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_status" CHECK ("accounts"."status" in ('active', 'closed'));