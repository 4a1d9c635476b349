ALTER TABLE "game_instances" ADD COLUMN "roster_part" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "game_instances" ADD COLUMN "roster_heard_at" timestamp with time zone;