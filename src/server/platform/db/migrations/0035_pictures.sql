CREATE TABLE "picture_files" (
	"name" text NOT NULL,
	"px" integer NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "picture_files_name_px_format_pk" PRIMARY KEY("name","px","format"),
	CONSTRAINT "picture_files_format" CHECK ("picture_files"."format" in ('avif', 'webp'))
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"source_bytes" integer NOT NULL,
	"source_px" integer NOT NULL,
	"uploaded_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_hash_unique" UNIQUE("hash"),
	CONSTRAINT "pictures_name" CHECK ("pictures"."name" ~ '^u-[0-9a-f]{16}$'),
	CONSTRAINT "pictures_kind" CHECK ("pictures"."kind" in ('cases', 'items', 'products', 'referral'))
);
--> statement-breakpoint
ALTER TABLE "picture_files" ADD CONSTRAINT "picture_files_name_pictures_name_fk" FOREIGN KEY ("name") REFERENCES "public"."pictures"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_uploaded_by_operators_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;