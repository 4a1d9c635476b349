DROP INDEX "mail_queue_failed";--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "dropped_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "mail_queue_given_up" ON "mail_queue" USING btree ("id") WHERE "mail_queue"."failed_at" is not null and "mail_queue"."content_encrypted" is not null;--> statement-breakpoint
CREATE INDEX "mail_queue_of_day" ON "mail_queue" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_queue_of_kind" ON "mail_queue" USING btree ("kind","id");