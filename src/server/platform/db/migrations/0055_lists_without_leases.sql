DROP INDEX "deliveries_of_state";--> statement-breakpoint
CREATE INDEX "deliveries_of_state" ON "deliveries" USING btree ("state","id") WHERE "deliveries"."state" not in ('leased', 'cancelling');