CREATE TABLE "site_secret" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"check" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "site_secret_one" CHECK ("site_secret"."id" = 1)
);
