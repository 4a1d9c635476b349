CREATE TABLE "sold_parts" (
	"goods_id" bigint NOT NULL,
	"part" smallint NOT NULL,
	"pieces" integer NOT NULL,
	CONSTRAINT "sold_parts_goods_id_part_pk" PRIMARY KEY("goods_id","part")
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_owner";--> statement-breakpoint
ALTER TABLE "goods" DROP CONSTRAINT "goods_sold";--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "part" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sold_parts" ADD CONSTRAINT "sold_parts_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_owner" UNIQUE NULLS NOT DISTINCT("kind","owner_id","part");--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_part" CHECK ("ledger_accounts"."part" = 0 or "ledger_accounts"."owner_id" is null);--> statement-breakpoint
ALTER TABLE "goods" ADD CONSTRAINT "goods_limit" CHECK ("goods"."sale_limit" >= 0);--> statement-breakpoint
INSERT INTO "ledger_accounts" ("kind", "part")
SELECT "kind", "part" FROM unnest(ARRAY['sales', 'shop', 'prizes', 'bonus', 'reversal']) AS "house"("kind"), generate_series(1, 15) AS "part"
ORDER BY "part", "kind";
