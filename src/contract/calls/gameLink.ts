import {
  answerLinkBody,
  endLinkBody,
  gameLinkReply,
  linkCodeBody,
  linkCodeReply,
  spendPermitBody,
  spendPermitReply,
} from '#/contract/gameLink.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';

/** Calls that tie an account to its player of the game, and let the game spend coins. */
export const gameLinkCalls = {
  gameLink: { method: 'GET', path: '/api/v1/user/game-link', access: 'session', reply: gameLinkReply },
  linkCode: {
    method: 'POST',
    path: '/api/v1/user/game-link/code',
    access: 'session',
    body: linkCodeBody,
    reply: linkCodeReply,
  },
  confirmLink: {
    method: 'POST',
    path: '/api/v1/user/game-link/confirm',
    access: 'session',
    body: answerLinkBody,
    reply: gameLinkReply,
  },
  refuseLink: {
    method: 'POST',
    path: '/api/v1/user/game-link/refuse',
    access: 'session',
    body: answerLinkBody,
    reply: gameLinkReply,
  },
  endLink: {
    method: 'DELETE',
    path: '/api/v1/user/game-link',
    access: 'session',
    body: endLinkBody,
    reply: gameLinkReply,
  },
  spendPermit: {
    method: 'GET',
    path: '/api/v1/user/spend-permit',
    access: 'session',
    reply: spendPermitReply,
  },
  setSpendPermit: {
    method: 'POST',
    path: '/api/v1/user/spend-permit',
    access: 'session',
    body: spendPermitBody,
    reply: spendPermitReply,
  },
} as const satisfies Record<string, Endpoint>;
