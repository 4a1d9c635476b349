import {
  mailChoiceBody,
  mailChoicesReply,
  playerNewsReply,
  readNewsBody,
  readNewsReply,
} from '#/contract/kernel/playerNews.ts';
import { beforeQuery } from '#/contract/referral.ts';
import type { Endpoint } from '#/contract/calls/endpoint.ts';

/** Calls of the player's news, and of the way in which each kind is mailed. */
export const playerNewsCalls = {
  playerNews: {
    method: 'GET',
    path: '/api/v1/user/news',
    access: 'session',
    query: beforeQuery,
    reply: playerNewsReply,
  },
  readNews: {
    method: 'POST',
    path: '/api/v1/user/news/read',
    access: 'session',
    body: readNewsBody,
    reply: readNewsReply,
  },
  mailChoices: {
    method: 'GET',
    path: '/api/v1/user/mail-choices',
    access: 'session',
    reply: mailChoicesReply,
  },
  chooseMail: {
    method: 'POST',
    path: '/api/v1/user/mail-choices',
    access: 'session',
    body: mailChoiceBody,
    reply: mailChoicesReply,
  },
} as const satisfies Record<string, Endpoint>;
