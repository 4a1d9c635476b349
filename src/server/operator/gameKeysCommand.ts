import {
  endGameKey,
  gameScopes,
  listGameKeys,
  LIVE_KEYS_MAX,
  lockServer,
  makeGameKey,
  revokeGameKey,
} from '#/server/domain/gameServers/gameKeys.ts';
import type { GameScope } from '#/server/platform/db/tables/game.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { commandWords, type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';

const USAGE = `npm run game-keys -- make SERVER [--label "…"] [--may link,purchase]
npm run game-keys -- list [SERVER]
npm run game-keys -- end KEY_ID --hours 24
npm run game-keys -- revoke KEY_ID
--may link: players tie their accounts with codes; purchase: players spend coins in the game.
A server has at most ${LIVE_KEYS_MAX} live keys. To exchange one: make the second, put it into the game server, end the first.`;

const HOUR_MS = 60 * 60_000;

/** `npm run game-keys -- make | list | end | revoke` (D9) */
async function run(deps: OperatorDeps): Promise<void> {
  const { values, positionals } = commandWords({
    options: { label: { type: 'string' }, may: { type: 'string' }, hours: { type: 'string' } },
    allowPositionals: true,
  });
  const [action, name] = positionals;
  if (action === 'list') return list(deps, name);
  if (name === undefined) throw new Error(USAGE);
  if (action === 'make') return make(deps, name, values.label?.trim() ?? '', scopesOf(values.may));
  if (action === 'revoke') return revoke(deps, name);
  if (action === 'end') return end(deps, name, Number(values.hours));
  throw new Error(USAGE);
}

/** The scopes of every key, and those that the operator allows additionally. */
function scopesOf(may = ''): GameScope[] {
  const more = may.split(',').filter(Boolean);
  const known = ['link', 'purchase'] as const;
  const unknown = more.find((name) => !known.some((scope) => scope === name));
  if (unknown !== undefined) throw new Error(`--may takes ${known.join(' and ')}, not ${unknown}.`);
  return gameScopes({ mayLink: more.includes('link'), mayPurchase: more.includes('purchase') });
}

async function make(
  deps: OperatorDeps,
  serverKey: string,
  label: string,
  scopes: GameScope[],
): Promise<void> {
  const key = await withTx(deps.pool, async (tx) => {
    if (!(await lockServer(tx, serverKey))) throw new Error(`The catalogue has no server ${serverKey}.`);
    const made = await makeGameKey(tx, deps, { serverKey, label, scopes });
    if (!made) throw new Error(`${serverKey} has ${LIVE_KEYS_MAX} live keys: revoke one first.`);
    const detail = { server: serverKey, key: made.id };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'gameKeyMade', detail });
    return made;
  });
  say(
    `key     ${key.id}\nsecret  ${key.secret}\nThe secret is shown only now. Both go into the settings of the adapter.`,
  );
}

async function list({ db, now }: OperatorDeps, serverKey: string | undefined): Promise<void> {
  const keys = await listGameKeys(db, serverKey);
  for (const { id, serverKey: server, label, revokedAt, notAfter, lastUsedAt } of keys) {
    const isOver = notAfter !== null && notAfter <= now();
    const state = revokedAt
      ? `revoked ${revokedAt.toISOString()}`
      : notAfter
        ? `${isOver ? 'ended' : 'ends'} ${notAfter.toISOString()}`
        : 'live';
    const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used';
    say([server, id, state, used, ...(label ? [label] : [])].join(' · '));
  }
  if (keys.length === 0) say('No keys.');
}

async function revoke(deps: OperatorDeps, id: string): Promise<void> {
  await withTx(deps.pool, async (tx) => {
    const key = await revokeGameKey(tx, deps, id);
    if (!key) throw new Error(`There is no live key ${id}.`);
    const detail = { server: key.serverKey, key: id };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'gameKeyRevoked', detail });
  });
  say(`${id} is revoked.`);
}

async function end(deps: OperatorDeps, id: string, hours: number): Promise<void> {
  if (!(hours > 0 && hours <= 24 * 365)) throw new Error('--hours takes a number above 0.');
  const notAfter = new Date(deps.now().getTime() + hours * HOUR_MS);
  const ended = await withTx(deps.pool, async (tx) => {
    const key = await endGameKey(tx, deps, id, notAfter);
    if (!key) throw new Error(`There is no live key ${id}.`);
    const detail = { server: key.serverKey, key: id, at: key.notAfter!.toISOString() };
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event: 'gameKeyEnds', detail });
    return key;
  });
  say(`${id} ends ${ended.notAfter!.toISOString()}.`);
}

if (!saysUsage(USAGE)) await runCommand(run);
