import {
  mailParams,
  mailPersonalReply,
  mailQueueReply,
  mailReply,
  mailsActBody,
  mailsActReply,
  mailsQuery,
  mailsReply,
  matchingMailsQuery,
  matchingMailsReply,
  muteBody,
  templateParams,
  templateReply,
  testMailBody,
  testMailReply,
} from './mails.ts';
import * as z from 'zod/mini';
import type { OperatorEndpoint } from './people/operatorEndpoint.ts';

/** Calls for the queue of mails. None of them shows the content of a mail. */
export const mailCalls = {
  mails: {
    method: 'GET',
    path: '/api/operator/v1/mails',
    needs: 'mails.act',
    query: mailsQuery,
    reply: mailsReply,
  },
  mailQueue: {
    method: 'GET',
    path: '/api/operator/v1/mail-queue',
    needs: 'mails.act',
    reply: mailQueueReply,
  },
  mail: {
    method: 'GET',
    path: '/api/operator/v1/mails/{id}',
    needs: 'mails.act',
    params: mailParams,
    reply: mailReply,
  },
  /** Each look is audited, so the call is not a GET: browsers may repeat a GET. */
  mailPersonal: {
    method: 'POST',
    path: '/api/operator/v1/mails/{id}/personal',
    needs: 'see.personal',
    params: mailParams,
    reply: mailPersonalReply,
  },
  /** Lists the mails that an act on all matching mails would change. */
  matchingMails: {
    method: 'GET',
    path: '/api/operator/v1/mails/matching',
    needs: 'mails.act',
    query: matchingMailsQuery,
    reply: matchingMailsReply,
  },
  retryMails: {
    method: 'POST',
    path: '/api/operator/v1/mails/retry',
    needs: 'mails.act',
    act: true,
    body: mailsActBody,
    reply: mailsActReply,
  },
  dropMails: {
    method: 'POST',
    path: '/api/operator/v1/mails/drop',
    needs: 'mails.act',
    act: true,
    body: mailsActBody,
    reply: mailsActReply,
  },
  /** Mails a test to the caller's own address. */
  sendTestMail: {
    method: 'POST',
    path: '/api/operator/v1/test-mails',
    needs: 'mails.act',
    body: testMailBody,
    reply: testMailReply,
  },
  /** Stops all mails. It needs no fresh code, so that an operator can stop damage at once. */
  muteMails: {
    method: 'POST',
    path: '/api/operator/v1/mail-queue/mute',
    needs: 'mails.act',
    act: true,
    body: muteBody,
    reply: z.object({}),
  },
  /** A restored copy starts to mail real players, so it needs a fresh code. */
  unmuteMails: {
    method: 'POST',
    path: '/api/operator/v1/mail-queue/unmute',
    needs: 'mails.act',
    act: true,
    proof: true,
    body: muteBody,
    reply: z.object({}),
  },
  /** The page of a sample mail, for a sandboxed frame. */
  mailTemplate: {
    method: 'GET',
    path: '/api/operator/v1/mail-templates/{id}',
    needs: 'mails.act',
    params: templateParams,
    reply: templateReply,
  },
} as const satisfies Record<string, OperatorEndpoint>;
