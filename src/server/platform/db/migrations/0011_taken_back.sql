ALTER TABLE "email_tokens" DROP CONSTRAINT "email_tokens_purpose";--> statement-breakpoint
ALTER TABLE "email_tokens" ADD COLUMN "keeps_two_fa" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "email_tokens_undo" ON "email_tokens" USING btree ("email") WHERE "email_tokens"."purpose" = 'undoChange';--> statement-breakpoint
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_purpose" CHECK ("email_tokens"."purpose" in ('verify', 'changeOld', 'changeNew', 'notMe', 'undoChange'));--> statement-breakpoint
-- consent that an address gave only by being unconfirmed counts no more
UPDATE "email_changes" SET "old_confirmed_at" = NULL
WHERE NOT EXISTS (
  SELECT FROM "email_tokens" t
  WHERE t."account_id" = "email_changes"."account_id" AND t."purpose" = 'changeOld'
    AND t."used_at" >= "email_changes"."created_at"
);
