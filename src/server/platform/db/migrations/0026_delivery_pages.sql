CREATE INDEX "audit_deliveries" ON "audit" USING gin (("after" -> 'numbers')) WHERE "audit"."event" = 'deliveriesDecided';--> statement-breakpoint
CREATE INDEX "deliveries_of_state" ON "deliveries" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "deliveries_over_of_server" ON "deliveries" USING btree ("server_key","id") WHERE "deliveries"."state" in ('done', 'cancelled');--> statement-breakpoint
CREATE INDEX "deliveries_over_of_code" ON "deliveries" USING btree ("code","id") WHERE "deliveries"."state" in ('done', 'cancelled');--> statement-breakpoint
CREATE INDEX "deliveries_open_since" ON "deliveries" USING btree ("created_at","id") WHERE "deliveries"."state" not in ('done', 'cancelled');