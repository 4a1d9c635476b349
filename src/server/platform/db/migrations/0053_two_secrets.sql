CREATE TABLE "former_code_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_code_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"secret_check" "bytea" NOT NULL,
	"key_encrypted" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT site_now() NOT NULL,
	CONSTRAINT "former_code_keys_of" UNIQUE("purpose","secret_check")
);
--> statement-breakpoint
ALTER TABLE "site_secret" DROP CONSTRAINT "site_secret_one";--> statement-breakpoint
ALTER TABLE "site_secret" ADD COLUMN "used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "site_secret" ADD CONSTRAINT "site_secret_check_unique" UNIQUE("check");