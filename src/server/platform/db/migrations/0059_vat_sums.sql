CREATE TABLE "vat_recounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vat_recounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vat_sums" (
	"day" date NOT NULL,
	"server" text NOT NULL,
	"country" text,
	"basis_points" integer,
	"orders" integer NOT NULL,
	"gross_cents" bigint NOT NULL,
	"vat_cents" bigint NOT NULL,
	"refunds" integer NOT NULL,
	"refunded_gross_cents" bigint NOT NULL,
	"refunded_vat_cents" bigint NOT NULL,
	CONSTRAINT "vat_sums_key" UNIQUE NULLS NOT DISTINCT("day","server","country","basis_points")
);
--> statement-breakpoint
CREATE TABLE "orders_awaiting_payout" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "orders_awaiting_payout_paid" ON "orders_awaiting_payout" USING btree ("provider","paid_at","order_id");--> statement-breakpoint
CREATE INDEX "mail_queue_of_player" ON "mail_queue" USING btree ("account_id","id");--> statement-breakpoint
-- reads the orders before any lock is taken on them
INSERT INTO "orders_awaiting_payout" ("order_id", "provider", "paid_at")
SELECT o."id", o."provider", o."paid_at" FROM "orders" o
WHERE o."currency" = 'EUR' AND o."paid_at" IS NOT NULL AND o."provider" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "payout_lines" l WHERE l."order_id" = o."id" AND l."kind" = 'charge');--> statement-breakpoint
CREATE FUNCTION await_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO orders_awaiting_payout (order_id, provider, paid_at)
  SELECT NEW.id, NEW.provider, NEW.paid_at
  WHERE NOT EXISTS (SELECT FROM payout_lines l WHERE l.order_id = NEW.id AND l.kind = 'charge')
  ON CONFLICT (order_id) DO UPDATE SET provider = excluded.provider, paid_at = excluded.paid_at;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION end_awaited_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- a line that is matched with another order leaves its former one without
  INSERT INTO orders_awaiting_payout (order_id, provider, paid_at)
  SELECT o.id, o.provider, o.paid_at FROM orders o
  WHERE o.id = OLD.order_id AND o.id IS DISTINCT FROM NEW.order_id AND o.currency = 'EUR' AND o.paid_at IS NOT NULL
  ON CONFLICT (order_id) DO NOTHING;
  DELETE FROM orders_awaiting_payout WHERE order_id = NEW.order_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- the VAT of a day is counted again when the country, the day of payment or the payments of one of its orders change; events
-- that are not processed are not counted yet
CREATE FUNCTION recount_vat_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vat_recounts (day)
  SELECT DISTINCT (e.received_at AT TIME ZONE 'UTC')::date FROM (
    SELECT NEW.provider, NEW.payment_ref
    UNION ALL SELECT r.provider, r.payment_ref FROM replaced_payments r WHERE r.order_id = NEW.id) p (provider, payment_ref)
  JOIN payment_events e ON e.provider = p.provider AND e.payment_ref = p.payment_ref
  WHERE e.processed_at IS NOT NULL AND e.kind IN ('paid', 'refunded', 'refundFailed', 'chargedBack', 'disputeWon');
  RETURN NULL;
END $$;--> statement-breakpoint
-- and when a rate changes that counts
CREATE FUNCTION recount_vat_of_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(OLD.is_confirmed, false) OR coalesce(NEW.is_confirmed, false) THEN
    -- a count under way has not seen the new rate: its rows must be there first
    LOCK TABLE vat_sums IN SHARE MODE;
    INSERT INTO vat_recounts (day) SELECT DISTINCT day FROM vat_sums WHERE country IN (OLD.country, NEW.country);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER recount_vat AFTER INSERT OR UPDATE OR DELETE ON vat_rates FOR EACH ROW
  EXECUTE FUNCTION recount_vat_of_rate();--> statement-breakpoint
CREATE TRIGGER payout_line_stored AFTER INSERT ON payout_lines FOR EACH ROW
  WHEN (NEW.kind = 'charge' AND NEW.order_id IS NOT NULL) EXECUTE FUNCTION end_awaited_payout();--> statement-breakpoint
CREATE TRIGGER payout_line_matched AFTER UPDATE OF order_id ON payout_lines FOR EACH ROW
  WHEN (NEW.kind = 'charge' AND NEW.order_id IS DISTINCT FROM OLD.order_id) EXECUTE FUNCTION end_awaited_payout();--> statement-breakpoint
-- from here on the orders are locked, for a moment
CREATE TRIGGER recount_vat AFTER UPDATE OF buyer_country, paid_at, provider, payment_ref ON orders FOR EACH ROW
  WHEN (NEW.currency = 'EUR' AND (NEW.buyer_country, NEW.paid_at, NEW.provider, NEW.payment_ref)
    IS DISTINCT FROM (OLD.buyer_country, OLD.paid_at, OLD.provider, OLD.payment_ref))
  EXECUTE FUNCTION recount_vat_of_order();--> statement-breakpoint
CREATE TRIGGER await_payout_inserted AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.currency = 'EUR' AND NEW.paid_at IS NOT NULL AND NEW.provider IS NOT NULL)
  EXECUTE FUNCTION await_payout();--> statement-breakpoint
CREATE TRIGGER await_payout AFTER UPDATE OF paid_at, provider ON orders FOR EACH ROW
  WHEN (NEW.currency = 'EUR' AND NEW.paid_at IS NOT NULL AND NEW.provider IS NOT NULL
    AND (NEW.paid_at, NEW.provider) IS DISTINCT FROM (OLD.paid_at, OLD.provider))
  EXECUTE FUNCTION await_payout();--> statement-breakpoint
-- orders that were paid while the others were read
INSERT INTO "orders_awaiting_payout" ("order_id", "provider", "paid_at")
SELECT o."id", o."provider", o."paid_at" FROM "orders" o
WHERE o."currency" = 'EUR' AND o."paid_at" >= now() - interval '1 day' AND o."provider" IS NOT NULL
  AND NOT EXISTS (SELECT FROM "payout_lines" l WHERE l."order_id" = o."id" AND l."kind" = 'charge')
ON CONFLICT DO NOTHING;