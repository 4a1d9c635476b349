CREATE TABLE "last_dump" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"watched_since" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
