import * as z from 'zod/mini';
import { email, newPassword, typedPassword } from '#/contract/auth.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { text } from '#/contract/kernel/text.ts';
import { OPERATOR_ROLES } from './permissions.ts';

const code = (value: ErrorCode): ErrorCode => value;

export const OPERATOR_NAME_MAX_LENGTH = 60;
export const REASON_MAX_LENGTH = 500;

export const operatorRole = z.enum(OPERATOR_ROLES);
/** invited: has a link and no password yet; disabled: cannot sign in. */
export const OPERATOR_STATES = ['invited', 'active', 'disabled'] as const;
export const operatorState = z.enum(OPERATOR_STATES);
export type OperatorState = z.infer<typeof operatorState>;

/** Why an act was done; it is written into the audit log. */
export const reason = text(REASON_MAX_LENGTH, 'reasonRequired').check(
  z.trim(),
  z.minLength(3, code('reasonRequired')),
);
/** Six digits of the authenticator, or a recovery code. */
export const factorCode = text(32, 'errorTwoFaActivated').check(z.minLength(1, code('errorTwoFaActivated')));
const id = z.int().check(z.positive());

/** The signed-in operator. */
const operator = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: operatorRole,
  /** ISO 8601: until then acts need no new code. */
  provenUntil: z.string(),
});

export const sessionReply = z.object({
  /** Goes back in the header of every call that is not a GET. */
  csrfToken: z.string(),
  operator: z.nullable(operator),
});

export const operatorSignInBody = z.strictObject({ email, password: typedPassword, code: factorCode });

/**
 * The page of an operator's link. The secret part stands behind the #, which browsers send to no server and to no log.
 */
export const invitationPath = (token: string): string => `/operator/invitation#${token}`;
/** The secret part of an invitation's link. */
const linkToken = text(43, 'invitationInvalid').check(
  z.regex(/^[A-Za-z0-9_-]{43}$/, code('invitationInvalid')),
);
export const invitationBody = z.strictObject({ token: linkToken });
export const invitationReply = z.object({
  email: z.string(),
  name: z.string(),
  role: operatorRole,
  /** Secret of the second factor in base32, and as the address in a QR code. */
  secret: z.string(),
  address: z.string(),
  /** The QR code as SVG. */
  picture: z.string(),
});
export const acceptInvitationBody = z.strictObject({
  token: linkToken,
  password: newPassword,
  code: factorCode,
});
/** Each works once, and none can be read again. */
export const acceptInvitationReply = z.object({ recoveryCodes: z.array(z.string()) });

export const proveBody = z.strictObject({ code: factorCode });

/** Somebody who runs the site, as an owner sees them. */
export const staffMember = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: operatorRole,
  state: operatorState,
  /** Rises with every change; an act on an older one is refused with operatorChanged. */
  version: z.int(),
  createdAt: z.string(),
  lastSeenAt: z.nullable(z.string()),
  /** Live sessions. */
  sessions: z.int(),
});
export type StaffMember = z.infer<typeof staffMember>;
export const staffReply = z.object({ staff: z.array(staffMember) });

export const staffParams = z.strictObject({ id: text(15, 'notFound').check(z.regex(/^[1-9]\d{0,14}$/)) });
export const changeStaffBody = z.strictObject({
  role: operatorRole,
  /** An invited operator becomes active by their link only. */
  isDisabled: z.boolean(),
  version: z.int(),
  reason,
});
export type ChangeStaffBody = z.infer<typeof changeStaffBody>;

/** Language of the mail that an act sends. */
const locale = z.enum(LOCALES);
export const inviteStaffBody = z.strictObject({
  email,
  name: text(OPERATOR_NAME_MAX_LENGTH, 'badRequest').check(z.trim(), z.minLength(1, code('badRequest'))),
  role: operatorRole,
  locale,
  reason,
});
export type InviteStaffBody = z.infer<typeof inviteStaffBody>;
export const resetStaffBody = z.strictObject({ version: z.int(), locale, reason });
export type ResetStaffBody = z.infer<typeof resetStaffBody>;
/** The link goes out by mail, and stands in no answer. */
export const mailedLinkReply = z.object({
  member: staffMember,
  /** ISO 8601: until then the link works. */
  linkUntil: z.string(),
});

/** A live session of an operator. */
const operatorSession = z.object({
  id,
  operatorId: id,
  operator: z.string(),
  role: operatorRole,
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** Network without its last part. */
  network: z.string(),
  /** "Firefox · Windows"; empty if the browser says nothing of itself. */
  browser: z.string(),
  /** The session of the caller. */
  isOwn: z.boolean(),
});
export type OperatorSessionShown = z.infer<typeof operatorSession>;
export const sessionsReply = z.object({ sessions: z.array(operatorSession) });
export const endSessionBody = z.strictObject({ reason });

/** How an act changes its target: fields before and after, by name. */
export const consequences = z.object({
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  /** True: beyond a limit of the caller, the act waits for a second person. */
  needsSecondPerson: z.optional(z.boolean()),
  /** What else is foreseen and is not written into the audit log, as worked examples. */
  foreseen: z.optional(z.record(z.string(), z.unknown())),
});
