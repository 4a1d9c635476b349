import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { GameLinkReply, LinkCodeReply } from '#/contract/gameLink.ts';
import { lockAccount } from '#/server/domain/accounts/accountLock.ts';
import { mailLinked } from '#/server/domain/gameServers/linkMails.ts';
import { beginLink } from '#/server/domain/gameServers/links.ts';
import { accounts } from '#/server/platform/db/tables/accounts.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import type { TestApp } from '../app/testApp.ts';
import type { GameAdapter } from '../services/gameAdapter.ts';

interface Caller {
  headers: Record<string, string>;
}

const LINK = '/api/v1/user/game-link';

/** Makes a code to type in the game. */
export const askCode = (
  app: TestApp,
  { headers }: Caller,
  proof: object = {},
): Promise<LightMyRequestResponse> => app.post(`${LINK}/code`, proof, headers);

/** The code of a player with a fresh sign-in. */
export async function codeOfPlayer(app: TestApp, caller: Caller): Promise<string> {
  const reply = await askCode(app, caller);
  if (reply.statusCode !== 200) throw new Error(`no code was made: ${reply.body}`);
  return reply.json<LinkCodeReply>().code;
}

/** The link as its player sees it. */
export const linkOf = async (app: TestApp, { headers }: Caller): Promise<GameLinkReply> =>
  (await app.get(LINK, headers)).json<GameLinkReply>();

/** Answers for the player whether they typed the code. */
export const answerLink = (
  app: TestApp,
  { headers }: Caller,
  answer: 'confirm' | 'refuse',
  id: number | null,
): Promise<LightMyRequestResponse> => app.post(`${LINK}/${answer}`, { id }, headers);

export const unlink = (
  app: TestApp,
  { headers }: Caller,
  proof: object = {},
): Promise<LightMyRequestResponse> => app.inject({ method: 'DELETE', url: LINK, headers, payload: proof });

/** Types a code in the game, as the character John Doe. */
export const typeCode = (
  adapter: GameAdapter,
  code: string,
  player: string,
): ReturnType<typeof adapter.call<'links'>> =>
  adapter.call('links', { code, player, ids: ['steam:1100001'], character: 'QBX1', name: 'John Doe' });

/** Makes a code, types it in the game, and confirms the link on the site. */
export async function linkTo(
  app: TestApp,
  adapter: GameAdapter,
  caller: Caller,
  player: string,
): Promise<void> {
  await typeCode(adapter, await codeOfPlayer(app, caller), player);
  const { id } = await linkOf(app, caller);
  const reply = await answerLink(app, caller, 'confirm', id);
  if (reply.statusCode !== 200) throw new Error(`the link was not confirmed: ${reply.body}`);
}

let players = 0;

/** Ties an account to a player of the game, pending, as if a code had been typed, and mails it. @returns id of the link */
export const tie = (app: TestApp, accountId: number, player = `license2:tie${++players}`): Promise<number> =>
  withTx(app.pool, async (tx) => {
    const account = await lockAccount(tx, eq(accounts.id, accountId));
    const link = await beginLink(tx, app.deps, account!, { player, character: 'QBX1', name: 'John Doe' });
    await mailLinked(tx, app.deps, account!, link);
    return link.id;
  });
