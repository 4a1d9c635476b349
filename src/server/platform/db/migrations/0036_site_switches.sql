CREATE TABLE "site_switches" (
	"name" text PRIMARY KEY NOT NULL,
	"is_closed" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" bigint NOT NULL,
	"reason" text NOT NULL
);
