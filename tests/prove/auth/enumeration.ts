import type { LightMyRequestResponse } from 'fastify';
import { Client } from 'pg';
import { CAPTCHA } from '../../support/app/factories.ts';
import { createMember } from '../../support/players/settings.ts';
import type { TestApp } from '../../support/app/testApp.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Accounts that are asked about in turns, so that none exceeds its rate limits of a day. */
const ACCOUNTS = 40;

interface Question {
  ask: (email: string) => Promise<LightMyRequestResponse>;
}

/** The two ways to test whether an address has an account: a wrong password, and a recovery. */
function questionsOf(site: TestApp): Record<'signIn' | 'resetPassword', Question> {
  const server = 'everest';
  return {
    signIn: {
      ask: (email) =>
        site.post('/api/v1/auth/login', { server, email, password: 'wrong-guess-1', captcha: CAPTCHA }),
    },
    resetPassword: {
      ask: (email) => site.post('/api/v1/auth/resetPassword', { server, email, captcha: CAPTCHA }),
    },
  };
}

/** The visible part of an answer, without the values that differ in every answer. */
function visible(reply: LightMyRequestResponse): string {
  const { 'x-request-id': _, date: __, 'set-cookie': cookies, ...headers } = reply.headers;
  const cookie = String(cookies ?? '').replaceAll(/=[\w-]{43}/g, '=…');
  const body = reply.body.replace(/"requestId":"[^"]*"/, '"requestId":"…"');
  return JSON.stringify([reply.statusCode, headers, cookie, body]);
}

/** Statements that the server sends to the database while something runs. */
async function statementsOf(run: () => Promise<unknown>): Promise<number> {
  // every query of a pool goes through it as well
  const clients: { query: (...args: unknown[]) => unknown } = Client.prototype;
  const { query } = clients;
  let count = 0;
  clients.query = function counted(...args) {
    count++;
    return Reflect.apply(query, this, args);
  };
  try {
    await run();
  } finally {
    clients.query = query;
  }
  return count;
}

export interface Sameness {
  /** Answers about known and unknown addresses that look different. */
  differentAnswers: number;
  /** Pairs for which the server asked the database a different number of things. */
  differentWork: number;
  pairs: number;
}

/** Asks about known and unknown addresses in turns and compares what comes back and what it takes. */
export async function compareAnswers(site: TestApp): Promise<Record<string, Sameness>> {
  const figures: Record<string, Sameness> = {};
  for (const [name, { ask }] of Object.entries(questionsOf(site))) {
    const figure = { differentAnswers: 0, differentWork: 0, pairs: 10 };
    for (let pair = 0; pair < figure.pairs; pair++) {
      const { email } = await createMember(site);
      const replies: LightMyRequestResponse[] = [];
      const work: number[] = [];
      for (const each of [email, `nobody.${email}`])
        work.push(await statementsOf(async () => replies.push(await ask(each))));
      const [known, unknown] = replies.map(visible);
      if (known !== unknown) figure.differentAnswers++;
      if (work[0] !== work[1]) figure.differentWork++;
    }
    figures[name] = figure;
  }
  return figures;
}

/**
 * How well the time of an answer distinguishes known from unknown addresses: the area under the ROC curve, 0.5 when
 * not at all.
 * @param samples number of each kind
 */
export async function timeAnswers(site: TestApp, samples: number): Promise<Record<string, number>> {
  const members = [];
  for (let made = 0; made < ACCOUNTS; made++) members.push(await createMember(site));
  const known = members.map(({ email }) => email);
  const unknown = known.map((email) => `nobody.${email}`);
  const figures: Record<string, number> = {};
  for (const [name, { ask }] of Object.entries(questionsOf(site))) {
    const times: { isKnown: boolean; ms: number }[] = [];
    const measure = async (isKnown: boolean, at: number) => {
      const startedAt = performance.now();
      await ask((isKnown ? known : unknown)[at % ACCOUNTS] ?? '');
      times.push({ isKnown, ms: performance.now() - startedAt });
    };
    for (let at = -ACCOUNTS; at < samples; at++) {
      // in a random order, so that a passing disturbance does not fall on one kind only
      const first = Math.random() < 0.5;
      await measure(first, at + ACCOUNTS);
      await measure(!first, at + ACCOUNTS);
      // the first round warms up
      if (at === -1) times.length = 0;
      if (at % ACCOUNTS === 0) site.advanceMs(DAY_MS);
    }
    figures[name] = areaUnderCurve(times);
  }
  return figures;
}

/** Rank sum of Mann and Whitney, folded to 0.5..1: which kind is the slower one does not matter. */
function areaUnderCurve(times: { isKnown: boolean; ms: number }[]): number {
  const sorted = times.toSorted((a, b) => a.ms - b.ms);
  const ranks = sorted.reduce((sum, { isKnown }, at) => sum + (isKnown ? at + 1 : 0), 0);
  const count = times.filter(({ isKnown }) => isKnown).length;
  const area = (ranks - (count * (count + 1)) / 2) / (count * (times.length - count));
  return Math.round(Math.max(area, 1 - area) * 1000) / 1000;
}
