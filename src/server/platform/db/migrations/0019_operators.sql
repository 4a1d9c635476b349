CREATE TABLE "operator_factors" (
	"operator_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"secret_encrypted" "bytea" NOT NULL,
	"last_step" bigint NOT NULL,
	CONSTRAINT "operator_factors_operator_id_kind_pk" PRIMARY KEY("operator_id","kind"),
	CONSTRAINT "operator_factors_kind" CHECK ("operator_factors"."kind" = 'totp')
);
--> statement-breakpoint
CREATE TABLE "operator_idempotency" (
	"operator_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"body" json,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "operator_idempotency_operator_id_key_pk" PRIMARY KEY("operator_id","key")
);
--> statement-breakpoint
CREATE TABLE "operator_invitations" (
	"operator_id" bigint PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"secret_encrypted" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "operator_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "operator_invitations_hash" CHECK (length("operator_invitations"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "operator_recovery_codes" (
	"operator_id" bigint NOT NULL,
	"code_mac" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "operator_recovery_codes_operator_id_code_mac_pk" PRIMARY KEY("operator_id","code_mac")
);
--> statement-breakpoint
CREATE TABLE "operator_sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"proven_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"network" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "operator_sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "operator_sessions_hash" CHECK (length("operator_sessions"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"state" text DEFAULT 'invited' NOT NULL,
	"password_hash" text,
	"invited_by" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operators_email_lower" CHECK ("operators"."email" = lower("operators"."email")),
	CONSTRAINT "operators_role" CHECK ("operators"."role" in ('owner', 'manager', 'support', 'viewer')),
	CONSTRAINT "operators_state" CHECK ("operators"."state" in ('invited', 'active', 'disabled')),
	CONSTRAINT "operators_active" CHECK ("operators"."state" <> 'active' or "operators"."password_hash" is not null)
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "operator_id" bigint;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "target_type" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "target_id" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "operator_factors" ADD CONSTRAINT "operator_factors_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_idempotency" ADD CONSTRAINT "operator_idempotency_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD CONSTRAINT "operator_invitations_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_recovery_codes" ADD CONSTRAINT "operator_recovery_codes_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_invited_by_operators_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_idempotency_created" ON "operator_idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "operator_sessions_operator" ON "operator_sessions" USING btree ("operator_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "operators_email" ON "operators" USING btree ("email");--> statement-breakpoint
CREATE INDEX "audit_operator" ON "audit" USING btree ("operator_id","id") WHERE "audit"."operator_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_operators_acts" ON "audit" USING btree ("id") WHERE "audit"."actor" = 'operator';