ALTER TABLE "mail_choices" DROP CONSTRAINT "mail_choices_kind";--> statement-breakpoint
ALTER TABLE "player_news" DROP CONSTRAINT "player_news_kind";--> statement-breakpoint
ALTER TABLE "mail_choices" ADD CONSTRAINT "mail_choices_kind" CHECK ("mail_choices"."kind" in ('goods', 'waits', 'unpaid', 'friend', 'reward', 'promotion'));--> statement-breakpoint
ALTER TABLE "player_news" ADD CONSTRAINT "player_news_kind" CHECK ("player_news"."kind" in ('goods', 'waits', 'refund', 'unpaid', 'friend', 'reward', 'promotion'));--> statement-breakpoint
CREATE OR REPLACE FUNCTION news_mail_at(of_account bigint, of_kind text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE coalesce(
      (SELECT choice FROM mail_choices WHERE account_id = of_account AND kind = of_kind),
      CASE WHEN of_kind = 'waits' THEN 'now'
        WHEN of_kind IN ('goods', 'unpaid', 'friend', 'reward') THEN 'daily' ELSE 'off' END)
    WHEN 'now' THEN at + interval '5 minutes'
    WHEN 'daily' THEN (date_trunc('day', at AT TIME ZONE 'UTC' + interval '8 hours') + interval '16 hours') AT TIME ZONE 'UTC'
  END
$$;--> statement-breakpoint
-- whoever gives a reward, its player is told in the same transaction, once for each time it is earned
CREATE FUNCTION tell_reward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO player_news (account_id, kind, cause, subject, at, mail_at)
  VALUES (NEW.account_id, 'reward', concat_ws(':', 'reward', NEW.milestone_id, NEW.times),
    jsonb_build_object('milestone', NEW.milestone_id), NEW.settled_at,
    news_mail_at(NEW.account_id, 'reward', NEW.settled_at))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tell_reward AFTER UPDATE OF state ON referral_rewards FOR EACH ROW
  WHEN (NEW.state = 'given' AND OLD.state <> 'given') EXECUTE FUNCTION tell_reward();
