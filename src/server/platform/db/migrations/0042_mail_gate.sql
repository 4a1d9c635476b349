CREATE TABLE "mail_gate" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"system_id" text,
	"database_oid" text NOT NULL,
	"table_oid" text NOT NULL,
	"folder_id" text,
	"muted_at" timestamp with time zone,
	"is_restored" boolean DEFAULT false NOT NULL,
	"changed_by" bigint,
	"reason" text DEFAULT '' NOT NULL
);
