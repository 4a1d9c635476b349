import * as z from 'zod/mini';
import { approvalReply, approvalsReply, approveBody, declineBody, withdrawBody } from './people/approvals.ts';
import { changeLimitsBody, limitsReply, secondPersonBody, secondPersonReply } from './people/limits.ts';
import { auditQuery, auditReply } from './people/auditLog.ts';
import { figureCalls } from './figures/figureCalls.ts';
import { discountCalls } from './discountCalls.ts';
import { catalogueCalls } from './catalogue/catalogueCalls.ts';
import { gameCalls } from './gameCalls.ts';
import type { OperatorEndpoint } from './people/operatorEndpoint.ts';
import { orderCalls } from './orderCalls.ts';
import { playerCalls } from './playerCalls.ts';
import { vatCalls } from './vatCalls.ts';
import {
  acceptInvitationBody,
  acceptInvitationReply,
  changeStaffBody,
  endSessionBody,
  invitationBody,
  invitationReply,
  inviteStaffBody,
  languageBody,
  mailedLinkReply,
  operatorSignInBody,
  proveBody,
  resetStaffBody,
  sessionReply,
  sessionsReply,
  staffMember,
  staffParams,
  staffReply,
} from './people/people.ts';
import {
  announceTermsBody,
  fairnessReply,
  jobParams,
  runJobBody,
  siteReply,
  switchBody,
  switchParams,
  termsNoticeListReply,
  termsParams,
  withdrawTermsBody,
} from './site.ts';

const nothing = z.object({});

/** The calls that the operators' program loads first. Each states the permission that it needs (O4). */
export const operatorCalls = {
  session: { method: 'GET', path: '/api/operator/v1/session', needs: 'page', reply: sessionReply },
  signIn: {
    method: 'POST',
    path: '/api/operator/v1/sign-in',
    needs: 'page',
    body: operatorSignInBody,
    reply: nothing,
  },
  invitation: {
    method: 'POST',
    path: '/api/operator/v1/invitation',
    needs: 'page',
    body: invitationBody,
    reply: invitationReply,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/operator/v1/invitation/accept',
    needs: 'page',
    body: acceptInvitationBody,
    reply: acceptInvitationReply,
  },
  signOut: { method: 'POST', path: '/api/operator/v1/sign-out', needs: 'operator', reply: nothing },
  chooseLanguage: {
    method: 'POST',
    path: '/api/operator/v1/language',
    needs: 'operator',
    body: languageBody,
    reply: nothing,
  },
  prove: {
    method: 'POST',
    path: '/api/operator/v1/prove',
    needs: 'operator',
    body: proveBody,
    reply: z.object({ provenUntil: z.string() }),
  },
  staff: { method: 'GET', path: '/api/operator/v1/staff', needs: 'staff.manage', reply: staffReply },
  changeStaff: {
    method: 'POST',
    path: '/api/operator/v1/staff/{id}',
    needs: 'staff.manage',
    act: true,
    params: staffParams,
    body: changeStaffBody,
    reply: staffMember,
  },
  inviteStaff: {
    method: 'POST',
    path: '/api/operator/v1/staff',
    needs: 'staff.manage',
    act: true,
    body: inviteStaffBody,
    reply: mailedLinkReply,
  },
  resetStaff: {
    method: 'POST',
    path: '/api/operator/v1/staff/{id}/reset',
    needs: 'staff.manage',
    act: true,
    params: staffParams,
    body: resetStaffBody,
    reply: mailedLinkReply,
  },
  sessions: {
    method: 'GET',
    path: '/api/operator/v1/sessions',
    needs: 'staff.manage',
    reply: sessionsReply,
  },
  endSession: {
    method: 'POST',
    path: '/api/operator/v1/sessions/{id}/end',
    needs: 'staff.manage',
    act: true,
    params: staffParams,
    body: endSessionBody,
    reply: nothing,
  },
  site: { method: 'GET', path: '/api/operator/v1/site', needs: 'see.sums', reply: siteReply },
  fairness: {
    method: 'GET',
    path: '/api/operator/v1/fairness',
    needs: 'see.sums',
    reply: fairnessReply,
  },
  runJob: {
    method: 'POST',
    path: '/api/operator/v1/jobs/{id}/run',
    needs: 'site.switches',
    act: true,
    params: jobParams,
    body: runJobBody,
    reply: nothing,
  },
  /** Closing a part needs no fresh code, so that an operator can stop damage at once. */
  closeSwitch: {
    method: 'POST',
    path: '/api/operator/v1/switches/{id}/close',
    needs: 'site.switches',
    act: true,
    proof: false,
    params: switchParams,
    body: switchBody,
    reply: nothing,
  },
  openSwitch: {
    method: 'POST',
    path: '/api/operator/v1/switches/{id}/open',
    needs: 'site.switches',
    act: true,
    params: switchParams,
    body: switchBody,
    reply: nothing,
  },
  termsNotices: {
    method: 'GET',
    path: '/api/operator/v1/terms-notices',
    needs: 'see.sums',
    reply: termsNoticeListReply,
  },
  /**
   * The permission is that of the switches: both speak to every player, and whoever may close the site may also stop a
   * wrong notice. A mail to every player cannot be taken back, so it always waits for a second person.
   */
  announceTerms: {
    method: 'POST',
    path: '/api/operator/v1/terms-notices',
    needs: 'site.switches',
    act: true,
    forTwo: true,
    body: announceTermsBody,
    reply: nothing,
  },
  withdrawTerms: {
    method: 'POST',
    path: '/api/operator/v1/terms-notices/{id}/withdraw',
    needs: 'site.switches',
    act: true,
    params: termsParams,
    body: withdrawTermsBody,
    reply: nothing,
  },
  limits: {
    method: 'GET',
    path: '/api/operator/v1/limits',
    needs: 'staff.manage',
    reply: limitsReply,
  },
  changeLimits: {
    method: 'POST',
    path: '/api/operator/v1/staff/{id}/limits',
    needs: 'staff.manage',
    act: true,
    params: staffParams,
    body: changeLimitsBody,
    reply: staffMember,
  },
  switchSecondPerson: {
    method: 'POST',
    path: '/api/operator/v1/second-person',
    needs: 'staff.manage',
    act: true,
    body: secondPersonBody,
    reply: secondPersonReply,
  },
  approvals: {
    method: 'GET',
    path: '/api/operator/v1/approvals',
    needs: 'operator',
    reply: approvalsReply,
  },
  /**
   * Needs the permission of the act without a limit, and a fresh code if that permission needs one.
   */
  approve: {
    method: 'POST',
    path: '/api/operator/v1/approvals/{id}/approve',
    needs: 'operator',
    act: true,
    params: staffParams,
    body: approveBody,
    reply: approvalReply,
  },
  /** Needs the permission of the act without a limit. */
  decline: {
    method: 'POST',
    path: '/api/operator/v1/approvals/{id}/decline',
    needs: 'operator',
    params: staffParams,
    body: declineBody,
    reply: approvalReply,
  },
  /** Only the operator who made the request may withdraw it. */
  withdraw: {
    method: 'POST',
    path: '/api/operator/v1/approvals/{id}/withdraw',
    needs: 'operator',
    params: staffParams,
    body: withdrawBody,
    reply: approvalReply,
  },
  audit: {
    method: 'GET',
    path: '/api/operator/v1/audit',
    needs: 'audit.see',
    query: auditQuery,
    reply: auditReply,
  },
  ...figureCalls,
  ...orderCalls,
  ...gameCalls,
  ...playerCalls,
  ...catalogueCalls,
  ...discountCalls,
  ...vatCalls,
} as const satisfies Record<string, OperatorEndpoint>;
