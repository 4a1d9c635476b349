CREATE TABLE "export_tickets" (
	"ticket_hash" "bytea" PRIMARY KEY NOT NULL,
	"operator_id" bigint NOT NULL,
	"filter" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "export_tickets_hash" CHECK (length("export_tickets"."ticket_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "need_mails" (
	"need" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "export_tickets" ADD CONSTRAINT "export_tickets_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "export_tickets_expires" ON "export_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "accounts_time" ON "accounts" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "deliveries_time" ON "deliveries" USING brin ("created_at");