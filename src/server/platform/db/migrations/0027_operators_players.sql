CREATE INDEX "accounts_of_server" ON "accounts" USING btree ("server_key","id");--> statement-breakpoint
CREATE INDEX "accounts_of_status" ON "accounts" USING btree ("status","id") WHERE "accounts"."status" <> 'active';--> statement-breakpoint
CREATE INDEX "accounts_in_debt" ON "accounts" USING btree ("id") WHERE "accounts"."is_in_debt";--> statement-breakpoint
CREATE INDEX "accounts_media_partners" ON "accounts" USING btree ("id") WHERE "accounts"."is_media_partner";