import * as z from 'zod/mini';
import { email, newPassword, typedPassword } from '#/contract/auth.ts';
import { LOCALES } from '#/contract/kernel/locale.ts';
import { code, text } from '#/contract/kernel/text.ts';
import { OPERATOR_ROLES } from './permissions.ts';

export const OPERATOR_NAME_MAX_LENGTH = 60;
export const REASON_MAX_LENGTH = 500;

export const operatorRole = z.enum(OPERATOR_ROLES);
/** invited: has a link and no password yet; disabled: cannot sign in. */
export const OPERATOR_STATES = ['invited', 'active', 'disabled'] as const;
export const operatorState = z.enum(OPERATOR_STATES);
export type OperatorState = z.infer<typeof operatorState>;

/** Reason of an act. It is written into the audit log. */
export const reason = text(REASON_MAX_LENGTH, 'reasonRequired').check(
  z.trim(),
  z.minLength(3, code('reasonRequired')),
);
/** Six digits of the authenticator, or a recovery code. */
export const factorCode = text(32, 'errorTwoFaActivated').check(z.minLength(1, code('errorTwoFaActivated')));
const id = z.int().check(z.positive());
const locale = z.enum(LOCALES);

/** The signed-in operator. */
const operator = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: operatorRole,
  /** ISO 8601. Until then acts need no new code. */
  provenUntil: z.string(),
});

export const sessionReply = z.object({
  /** Sent back in a header by every call other than GET. */
  csrfToken: z.string(),
  operator: z.nullable(operator),
});

export const operatorSignInBody = z.strictObject({ email, password: typedPassword, code: factorCode });

/**
 * The page of an operator's invitation. The secret part stands behind the #, because browsers send
 * that part to no server and no log.
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
  /** Secret of the second factor in base32, and as the otpauth address of the QR code. */
  secret: z.string(),
  address: z.string(),
  /** The QR code as SVG. */
  picture: z.string(),
});
export const acceptInvitationBody = z.strictObject({
  token: linkToken,
  password: newPassword,
  code: factorCode,
  /** Language of the page, in which the operator gets mails from then on. */
  locale: z.optional(locale),
});
/** Each code works once. The codes cannot be read again. */
export const acceptInvitationReply = z.object({ recoveryCodes: z.array(z.string()) });

/** Language of the mails to the caller. */
export const languageBody = z.strictObject({ locale });

export const proveBody = z.strictObject({ code: factorCode });

/** An operator as owners see them. */
export const staffMember = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: operatorRole,
  state: operatorState,
  /** Rises with every change. An act on an older version is refused with operatorChanged. */
  version: z.int(),
  createdAt: z.string(),
  lastSeenAt: z.nullable(z.string()),
  /** Number of live sessions. */
  sessions: z.int(),
  /** Language of their mails. */
  locale,
  /** Whether the demonstration made them up: nobody can sign in as them. */
  isDemo: z.boolean(),
});
export type StaffMember = z.infer<typeof staffMember>;
export const staffReply = z.object({ staff: z.array(staffMember) });

export const staffParams = z.strictObject({ id: text(15, 'notFound').check(z.regex(/^[1-9]\d{0,14}$/)) });
export const changeStaffBody = z.strictObject({
  role: operatorRole,
  /** Whether the operator cannot sign in. An invited operator becomes active only by their link. */
  isDisabled: z.boolean(),
  version: z.int(),
  reason,
});
export type ChangeStaffBody = z.infer<typeof changeStaffBody>;

export const inviteStaffBody = z.strictObject({
  email,
  name: text(OPERATOR_NAME_MAX_LENGTH, 'badRequest').check(z.trim(), z.minLength(1, code('badRequest'))),
  role: operatorRole,
  /** Language of the mails to them, until they choose another. */
  locale,
  reason,
});
export type InviteStaffBody = z.infer<typeof inviteStaffBody>;
export const resetStaffBody = z.strictObject({ version: z.int(), reason });
export type ResetStaffBody = z.infer<typeof resetStaffBody>;
/** The link is sent by mail only, never in an answer. */
export const mailedLinkReply = z.object({
  member: staffMember,
  /** End of the link, ISO 8601. */
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
  /** Network address without its last part. */
  network: z.string(),
  /** "Firefox · Windows". Empty when the browser is unknown. */
  browser: z.string(),
  /** Whether this is the caller's own session. */
  isOwn: z.boolean(),
});
export type OperatorSessionShown = z.infer<typeof operatorSession>;
export const sessionsReply = z.object({ sessions: z.array(operatorSession) });
export const endSessionBody = z.strictObject({ reason });

/** How an act changes its target: fields before and after, by name. */
export const consequences = z.object({
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  /** Whether the act is beyond a limit of the caller, so that it waits for a second person. */
  needsSecondPerson: z.optional(z.boolean()),
  /**
   * Further expected effects, for example worked examples. They are not written into the audit log.
   */
  foreseen: z.optional(z.record(z.string(), z.unknown())),
});
