CREATE TABLE "terms_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terms_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"in_force_on" date NOT NULL,
	"texts" jsonb NOT NULL,
	"announced_at" timestamp with time zone NOT NULL,
	"announced_by" bigint NOT NULL,
	"recipients" integer NOT NULL,
	"last_account" bigint NOT NULL,
	"told_up_to" bigint DEFAULT 0 NOT NULL,
	"mailed" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "terms_notices_texts" CHECK ("terms_notices"."texts" ?& array['ru', 'uk', 'en'])
);
--> statement-breakpoint
ALTER TABLE "player_news" DROP CONSTRAINT "player_news_kind";--> statement-breakpoint
DROP INDEX "mail_queue_due";--> statement-breakpoint
CREATE UNIQUE INDEX "terms_notices_sending" ON "terms_notices" USING btree (("sent_at" is null)) WHERE "terms_notices"."sent_at" is null and "terms_notices"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "mail_queue_next" ON "mail_queue" USING btree (("kind" = 'termsChanged'),"run_at","id") WHERE "mail_queue"."sent_at" is null and "mail_queue"."failed_at" is null;--> statement-breakpoint
ALTER TABLE "player_news" ADD CONSTRAINT "player_news_kind" CHECK ("player_news"."kind" in ('goods', 'waits', 'refund', 'unpaid', 'friend', 'reward', 'promotion', 'terms'));--> statement-breakpoint
-- not for the columns that the sending changes: every batch would end all cached answers
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF in_force_on, texts, withdrawn_at ON terms_notices
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_change();
