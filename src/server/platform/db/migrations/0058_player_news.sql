CREATE TABLE "mail_choices" (
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"choice" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_choices_account_id_kind_pk" PRIMARY KEY("account_id","kind"),
	CONSTRAINT "mail_choices_kind" CHECK ("mail_choices"."kind" in ('goods', 'waits', 'friend', 'promotion')),
	CONSTRAINT "mail_choices_choice" CHECK ("mail_choices"."choice" in ('now', 'daily', 'off'))
);
--> statement-breakpoint
CREATE TABLE "player_news" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "player_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"subject" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"mail_at" timestamp with time zone,
	CONSTRAINT "player_news_cause" UNIQUE("account_id","cause"),
	CONSTRAINT "player_news_kind" CHECK ("player_news"."kind" in ('goods', 'waits', 'refund', 'friend', 'promotion'))
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "inviter_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_choices" ADD CONSTRAINT "mail_choices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "player_news" ADD CONSTRAINT "player_news_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_choices_wanted" ON "mail_choices" USING btree ("kind","account_id") WHERE "mail_choices"."choice" <> 'off';--> statement-breakpoint
CREATE INDEX "player_news_account" ON "player_news" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "player_news_unread" ON "player_news" USING btree ("account_id","id") WHERE "player_news"."read_at" is null;--> statement-breakpoint
CREATE INDEX "player_news_due" ON "player_news" USING btree ("mail_at") WHERE "player_news"."mail_at" is not null and "player_news"."read_at" is null;--> statement-breakpoint
CREATE INDEX "player_news_time" ON "player_news" USING brin ("at");--> statement-breakpoint
CREATE INDEX "accounts_inviter_untold" ON "accounts" USING btree ("id") WHERE "accounts"."inviter_id" is not null and "accounts"."inviter_told_at" is null and "accounts"."is_verified";--> statement-breakpoint
CREATE INDEX "accounts_kept_discount" ON "accounts" USING btree ("kept_discount_id") WHERE "accounts"."kept_discount_id" is not null;--> statement-breakpoint
-- inviters know the players who have paid so far from their referral page
UPDATE "accounts" SET "inviter_told_at" = now() WHERE "inviter_id" IS NOT NULL
  AND EXISTS (SELECT FROM "orders" o WHERE o."account_id" = "accounts"."id" AND o."currency" = 'EUR' AND o."state" = 'granted');--> statement-breakpoint
-- when news is mailed by the player's choice: five minutes later, at 16:00 UTC, or never; refunds have a mail of their own
CREATE FUNCTION news_mail_at(of_account bigint, of_kind text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE coalesce(
      (SELECT choice FROM mail_choices WHERE account_id = of_account AND kind = of_kind),
      CASE of_kind WHEN 'waits' THEN 'now' WHEN 'goods' THEN 'daily' WHEN 'friend' THEN 'daily' ELSE 'off' END)
    WHEN 'now' THEN at + interval '5 minutes'
    WHEN 'daily' THEN (date_trunc('day', at AT TIME ZONE 'UTC' + interval '8 hours') + interval '16 hours') AT TIME ZONE 'UTC'
  END
$$;--> statement-breakpoint
-- whoever moves a delivery, its player is told in the same transaction, once for each outcome
CREATE FUNCTION tell_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text := CASE NEW.state WHEN 'done' THEN 'goods' ELSE 'waits' END;
  reason text := CASE
    WHEN NEW.state = 'done' THEN NULL
    WHEN NEW.state = 'cancelled' THEN 'refused'
    WHEN NEW.state = 'failed' THEN 'noCharacter'
    WHEN NEW.outcome = 'retry:no_space' THEN 'noSpace'
    ELSE 'otherCharacter' END;
BEGIN
  -- what it waited for has happened
  IF NEW.state = 'done' AND NEW.attempt > 1 THEN
    UPDATE player_news SET read_at = NEW.moved_at
    WHERE account_id = NEW.account_id AND read_at IS NULL AND cause IN ('waits:' || NEW.id || ':noSpace',
      'waits:' || NEW.id || ':otherCharacter', 'waits:' || NEW.id || ':noCharacter', 'waits:' || NEW.id || ':away');
  END IF;
  INSERT INTO player_news (account_id, kind, cause, subject, at, mail_at)
  SELECT a.id, told, concat_ws(':', told, NEW.id, reason),
    jsonb_strip_nulls(jsonb_build_object('delivery', NEW.id, 'why', reason)), NEW.moved_at,
    news_mail_at(a.id, told, NEW.moved_at)
  FROM accounts a WHERE a.id = NEW.account_id AND a.status = 'active'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tell_delivery AFTER UPDATE OF state ON deliveries FOR EACH ROW
  WHEN (NEW.state <> OLD.state AND NEW.kind = 'give' AND (
    (NEW.state = 'done' AND NEW.recalled_at IS NULL)
    OR (NEW.state = 'waiting' AND NEW.outcome IN ('retry:no_space', 'retry:wrong_character'))
    OR (NEW.state = 'failed' AND NEW.outcome = 'rejected:no_character' AND NEW.ref_type <> 'coupon')
    OR (NEW.state = 'cancelled' AND NEW.outcome LIKE 'rejected:%' AND NEW.ref_type = 'coupon')))
  EXECUTE FUNCTION tell_delivery();
