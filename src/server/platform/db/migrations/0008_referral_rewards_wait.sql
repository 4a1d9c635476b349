ALTER TABLE "accounts" ADD COLUMN "sign_up_network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "required_referrals" integer;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "grants" jsonb;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "release_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "look_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "given" jsonb;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "worth" integer;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD COLUMN "taken" jsonb;--> statement-breakpoint
-- from here on a reward changes its state; it is still never deleted
DROP TRIGGER append_only ON referral_rewards;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON referral_rewards
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
UPDATE referral_rewards r SET state = 'given', required_referrals = m.required_referrals, grants = m.grants,
  settled_at = r.created_at FROM referral_milestones m WHERE m.id = r.milestone_id;--> statement-breakpoint
ALTER TABLE "referral_rewards" ALTER COLUMN "state" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_rewards" ALTER COLUMN "required_referrals" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "referral_rewards" ALTER COLUMN "grants" SET NOT NULL;--> statement-breakpoint
UPDATE accounts a SET sign_up_network = s.address FROM (
  SELECT DISTINCT ON (account_id) account_id, address FROM sessions WHERE address <> '' ORDER BY account_id, id) s
  WHERE s.account_id = a.id AND a.status <> 'closed';--> statement-breakpoint
CREATE INDEX "accounts_inviter_network" ON "accounts" USING btree ("inviter_id","sign_up_network","id");--> statement-breakpoint
CREATE INDEX "referral_rewards_due" ON "referral_rewards" USING btree ("look_at") WHERE "referral_rewards"."state" <> 'given';--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_state" CHECK ("referral_rewards"."state" in ('waiting', 'given', 'reversed'));--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_settled" CHECK (("referral_rewards"."state" = 'waiting') = ("referral_rewards"."settled_at" is null));--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_look" CHECK (("referral_rewards"."state" = 'given') = ("referral_rewards"."look_at" is null));--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_taken" CHECK (("referral_rewards"."state" = 'reversed') = ("referral_rewards"."taken" is not null));--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_worth" CHECK ("referral_rewards"."worth" >= 0 and "referral_rewards"."times" > 0);