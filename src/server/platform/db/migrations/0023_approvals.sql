CREATE TABLE "approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator_id" bigint NOT NULL,
	"act" text NOT NULL,
	"permission" text NOT NULL,
	"input" json,
	"reason" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"target_version" text NOT NULL,
	"amount" bigint,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"decision" text,
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('waiting', 'approved', 'declined', 'withdrawn', 'changed', 'lapsed')),
	CONSTRAINT "approvals_input" CHECK (("approvals"."state" = 'waiting') = ("approvals"."input" is not null)),
	CONSTRAINT "approvals_second" CHECK ("approvals"."state" <> 'approved' or "approvals"."decided_by" <> "approvals"."operator_id")
);
--> statement-breakpoint
CREATE TABLE "operator_limits" (
	"operator_id" bigint NOT NULL,
	"permission" text NOT NULL,
	"per_act" bigint,
	"per_day" bigint,
	CONSTRAINT "operator_limits_operator_id_permission_pk" PRIMARY KEY("operator_id","permission")
);
--> statement-breakpoint
CREATE TABLE "operator_spent" (
	"operator_id" bigint NOT NULL,
	"permission" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "operator_spent_operator_id_permission_ends_at_pk" PRIMARY KEY("operator_id","permission","ends_at"),
	CONSTRAINT "operator_spent_amount" CHECK ("operator_spent"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "second_person" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"is_asked" boolean NOT NULL,
	CONSTRAINT "second_person_one" CHECK ("second_person"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_operators_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_limits" ADD CONSTRAINT "operator_limits_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_spent" ADD CONSTRAINT "operator_spent_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_operator" ON "approvals" USING btree ("operator_id","id");--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("id") WHERE "approvals"."state" = 'waiting';