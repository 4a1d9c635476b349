import type { LightMyRequestResponse } from 'fastify';
import { endpoints } from '#/contract/calls/endpoints.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { accessTable, ID_KINDS, type IdKind, type OperationName } from './accessTable.ts';
import { createActor, createStrangers, type Actor } from './actors.ts';

export interface AccessFigure {
  operations: number;
  cells: number;
  /** Cells whose answer has another status than the table says. */
  wrong: string[];
  /** Operations whose answers differ, in any byte, between another player's thing and an absent one. */
  telling: string[];
  /** Answers that contain data of another player. */
  leaks: string[];
  /** Operations with which one player changed something of another one. */
  changed: string[];
}

const ABSENT = 999_999_999;
const MALFORMED = '1e3';

function idOf(name: OperationName, kind: IdKind, actor: Actor, victim: Actor): unknown {
  const { idOf: of } = accessTable[name];
  if (kind === 'absent') return ABSENT;
  if (kind === 'malformed') return MALFORMED;
  return of?.(kind === 'own' ? actor : victim);
}

function ask(site: TestApp, name: OperationName, actor: Actor, id: unknown): Promise<LightMyRequestResponse> {
  const { method, path } = endpoints[name];
  const { body, query = '' } = accessTable[name];
  return site.inject({
    method,
    url: path.replace(/\{\w+\}/, String(id)) + (typeof query === 'string' ? query : query(id)),
    headers: actor.headers,
    ...(body && { payload: body(actor, id) }),
  });
}

/** Statement that reads everything of a player $1, except when their sessions were last used. */
async function stateStatement({ pool }: TestApp): Promise<string> {
  const { rows } = await pool.query<{ table: string }>(
    `SELECT table_name AS table FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'account_id'
       AND table_name <> 'sessions' ORDER BY 1`,
  );
  return [
    `SELECT 'accounts' AS place, a::text AS line FROM accounts a WHERE id = $1`,
    `SELECT 'sessions', id || ' ' || coalesce(ended_at::text, 'live') FROM sessions WHERE account_id = $1`,
    `SELECT 'ledger_accounts', l::text FROM ledger_accounts l WHERE owner_id = $1`,
    ...rows.map(({ table }) => `SELECT '${table}', t::text FROM ${table} t WHERE account_id = $1`),
  ].join(' UNION ALL ');
}

const statements = new WeakMap<TestApp, Promise<string>>();
async function stateOf(site: TestApp, { accountId }: Actor): Promise<string> {
  const statement = statements.get(site) ?? stateStatement(site);
  statements.set(site, statement);
  // planned once for each connection
  const { rows } = await site.pool.query<{ line: string }>({
    name: 'state of a player',
    text: `${await statement} ORDER BY 1, 2`,
    values: [accountId],
  });
  return rows.map(({ line }) => line).join('\n');
}

const withoutId = (reply: LightMyRequestResponse) => {
  const { 'x-request-id': _, date: __, ...headers } = reply.headers;
  return JSON.stringify([
    reply.statusCode,
    headers,
    reply.body.replace(/"requestId":"[^"]*"/, '"requestId":"…"'),
  ]);
};

/** Asks every operation as everybody about everything, and compares with the table. */
export async function proveAccess(site: TestApp): Promise<AccessFigure> {
  const operations = Object.keys(endpoints) as OperationName[];
  // signing out comes last, because it ends the live sessions of those strangers that have one
  const names = [...operations.filter((name) => name !== 'signOut'), 'signOut' as const];
  const figure: AccessFigure = {
    operations: names.length,
    cells: 0,
    wrong: [],
    telling: [],
    leaks: [],
    changed: [],
  };
  const strangers = await createStrangers(site);
  const bystander = await createActor(site, 1);
  const cast = new Map<Role, Cast>();
  for (const role of ROLES) cast.set(role, await createCast(site, role, names));
  for (const name of names) {
    await askAsStrangers(site, figure, name, strangers, bystander);
    for (const role of ROLES) {
      const { actorOf, victim } = cast.get(role)!;
      await askAsPlayer(site, figure, name, role, [actorOf(name), victim]);
    }
  }
  return figure;
}

function check(figure: AccessFigure, cell: string, reply: LightMyRequestResponse, expected: number): void {
  figure.cells++;
  if (reply.statusCode !== expected) figure.wrong.push(`${cell}: ${reply.statusCode}, not ${expected}`);
}

async function askAsStrangers(
  site: TestApp,
  figure: AccessFigure,
  name: OperationName,
  strangers: Record<string, Actor>,
  victim: Actor,
): Promise<void> {
  const { live, stranger = 401 } = accessTable[name];
  const kinds = typeof live === 'number' ? (['own'] as const) : ID_KINDS;
  const before = await stateOf(site, victim);
  for (const [role, actor] of Object.entries(strangers))
    for (const kind of kinds) {
      const reply = await ask(site, name, actor, idOf(name, kind, actor, victim));
      const expected = typeof stranger === 'number' ? stranger : stranger[kind];
      check(figure, `${name} as ${role}, ${kind}`, reply, expected);
      noteLeaks(figure, `${name} as ${role}`, reply, victim);
    }
  if ((await stateOf(site, victim)) !== before) figure.changed.push(name);
}

const ROLES = ['A', 'B', 'unverified'] as const;
type Role = (typeof ROLES)[number];

/** Those who ask as a role, and the one owner of what they ask for. */
interface Cast {
  /** Calls that change nothing are all asked by one; every other call by one of its own. */
  actorOf: (name: OperationName) => Actor;
  /** Nobody may change anything of theirs, which is checked after each call. */
  victim: Actor;
}

/** Whether a call changes nothing, which is checked: it reads, or the table says that it is refused. */
function changesNothing(name: OperationName): boolean {
  const { live, unverified = 400 } = accessTable[name];
  return endpoints[name].method === 'GET' || (typeof live === 'number' && Math.min(live, unverified) >= 400);
}

/** Callers as B came after the owner, the others before. */
async function createCast(site: TestApp, role: Role, names: OperationName[]): Promise<Cast> {
  const isLast = role === 'B';
  const createVictim = () => createActor(site, isLast ? 1 : 2);
  const createCaller = () => createActor(site, isLast ? 2 : 1, role !== 'unverified');
  const earlyVictim = isLast ? await createVictim() : undefined;
  const reader = await createCaller();
  const callers = new Map<OperationName, Actor>();
  for (const name of names) if (!changesNothing(name)) callers.set(name, await createCaller());
  const victim = earlyVictim ?? (await createVictim());
  return { actorOf: (name) => callers.get(name) ?? reader, victim };
}

async function askAsPlayer(
  site: TestApp,
  figure: AccessFigure,
  name: OperationName,
  role: Role,
  [actor, victim]: [actor: Actor, victim: Actor],
): Promise<void> {
  const { live, unverified, hasPublicIds } = accessTable[name];
  const before = await stateOf(site, victim);
  const seen: Partial<Record<IdKind, string>> = {};
  for (const kind of typeof live === 'number' ? (['own'] as const) : ID_KINDS) {
    const reply = await ask(site, name, actor, idOf(name, kind, actor, victim));
    const expected = typeof live === 'number' ? live : live[kind];
    const cell = `${name} as ${role}, ${kind}`;
    check(figure, cell, reply, (role === 'unverified' ? unverified : undefined) ?? expected);
    noteLeaks(figure, cell, reply, victim);
    seen[kind] = withoutId(reply);
  }
  if (!hasPublicIds && seen.foreign !== seen.absent) figure.telling.push(`${name} as ${role}`);
  if ((await stateOf(site, victim)) !== before) figure.changed.push(`${name} as ${role}`);
}

function noteLeaks(figure: AccessFigure, cell: string, reply: LightMyRequestResponse, victim: Actor): void {
  const secrets = [victim.login, victim.email, victim.token].map((text) => `"${text}"`);
  if (secrets.some((secret) => reply.body.includes(secret))) figure.leaks.push(cell);
}
