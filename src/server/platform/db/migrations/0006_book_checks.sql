CREATE TABLE "book_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"slice_after" bigint DEFAULT 0 NOT NULL,
	"found" bigint DEFAULT 0 NOT NULL,
	"violations" bigint DEFAULT 0 NOT NULL,
	"accepted" bigint DEFAULT 0 NOT NULL,
	"broken_since" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"whole_at" timestamp with time zone,
	"last_error" text
);
