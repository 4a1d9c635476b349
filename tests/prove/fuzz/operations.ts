import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { AnswerCheck, ServedOperation } from '../../support/app/documented.ts';
import type { TestApp } from '../../support/app/testApp.ts';
import { type Documented, requestSource, type FuzzRequest, type InvalidRequest } from './requests.ts';
import { asVisitor, createScene, DESTRUCTIVE, HASHING, ROLES, type Role, type Scene } from './scene.ts';
import { curlLine, injectOf, type WireRequest } from './wireRequest.ts';
import { changedTables, fingerprint, heldResources } from './leftBehind.ts';

export interface FuzzSize {
  /** Requests for each operation and role, half of them invalid. */
  perOperation: number;
  /** The same for operations that hash a password. */
  perHashing: number;
}

export interface OperationsFigure {
  operations: number;
  requests: number;
  invalid: number;
  /** Violations by the name of the check: the place, and the line that shows it. At most 20 of a kind. */
  broken: Record<string, string[]>;
  /** Share of the valid requests with all rights that were not refused as malformed. */
  acceptedShare: number;
  /** Operations that never answered 2xx. */
  neverDone: string[];
  /** Time within which 99 % of the answers came. */
  p99Ms: number;
}

/** Error codes of requests that are refused for their form. */
const FORM_CODES = new Set([
  'badRequest',
  'badJson',
  'unsupportedMediaType',
  'bodyTooLarge',
  'idempotencyKeyInvalid',
]);
/** Whether the request was refused before anything was read. */
const isTurnedAway = (status: number) => status === 401 || status === 403 || status === 429;
/**
 * Whether an answer without a session must be a refusal. The key of a game server is checked after the form, so it does
 * not count.
 */
const isSecured = ({ security = [] }: ServedOperation) =>
  security.some((each) => 'session' in each || 'csrfToken' in each);
/** Whether an operation may be called without any credentials. */
const isOpen = ({ security }: ServedOperation) =>
  !security?.length || security.some((each) => Object.keys(each).length === 0);
const MOST_OF_A_KIND = 20;

/** Runs T10: every operation of the document, with and without a session, half valid and half invalid. */
export async function fuzzOperations(
  site: TestApp,
  { ajv, check, operations }: Documented,
  size: FuzzSize,
  seed: number,
): Promise<OperationsFigure> {
  const run = createRun(site, check);
  await site.pool.query(
    `INSERT INTO discount_codes (code, fixed_cents, total_limit) VALUES ('NIGHT10', 100, 1000000)`,
  );
  for (const operation of operations) {
    const source = requestSource(ajv, operation);
    const count = Math.ceil((HASHING.test(operation.operationId) ? size.perHashing : size.perOperation) / 2);
    // a visitor can do nothing that needs a session, so the player comes after them in the same scene
    const shared =
      isSecured(operation) && !isOpen(operation) ? await createScene(site, operation) : undefined;
    for (const role of ROLES) {
      const own = seedOf(seed, operation.operationId, role);
      const player = shared ?? (await createScene(site, operation));
      const scene = role === 'session' ? player : asVisitor(player);
      await run.sendInvalid(operation, role, scene, source.invalid(scene.hints, count, own));
      await run.sendValid(operation, role, {
        scene,
        count,
        make: ({ hints }, sent) => source.valid(hints, Math.min(count - sent, SCENE_REQUESTS), own + sent),
      });
    }
  }
  await run.tryOtherMethods(operations);
  return run.figure(operations);
}

/** Number of requests after which a scene is made anew, because its stock and its coins run out. */
const SCENE_REQUESTS = 25;

const seedOf = (seed: number, ...names: string[]) =>
  createHash('sha256')
    .update([seed, ...names].join('|'))
    .digest()
    .readInt32LE();

interface ValidRun {
  /** The first; others are made when it is used up. */
  scene: Scene;
  count: number;
  make: (scene: Scene, sent: number) => FuzzRequest[];
}

function createRun(site: TestApp, check: AnswerCheck) {
  const broken: Record<string, string[]> = {};
  const times: number[] = [];
  const done = new Set<string>();
  const counts = { requests: 0, invalid: 0, wellFormed: 0, accepted: 0 };

  const note = (kind: string, where: string, request: WireRequest | undefined, detail: string) => {
    const list = (broken[kind] ??= []);
    if (list.length < MOST_OF_A_KIND)
      list.push([where, detail, ...(request ? [curlLine(request)] : [])].join(' — '));
  };

  const send = async (operation: ServedOperation, role: Role, scene: Scene, request: FuzzRequest) => {
    const options = injectOf(operation, { ...request, headers: { ...request.headers, ...scene.headers } });
    counts.requests++;
    const startedAt = performance.now();
    const reply = await ask(site, operation, options);
    times.push(performance.now() - startedAt);
    const where = `${operation.operationId} as ${role}`;
    const status = reply.statusCode;
    if (status >= 500 && !isStated(reply))
      note('not_a_server_error', where, options, reply.body.slice(0, 200));
    for (const [kind, detail] of Object.entries(check.violationsOf(operation, reply)))
      note(kind, where, options, detail);
    if (
      role === 'anonymous' &&
      !isOpen(operation) &&
      (status < 400 || (isSecured(operation) && !isTurnedAway(status)))
    )
      note('ignored_auth', where, options, String(status));
    return { reply, options, where };
  };

  return {
    async sendInvalid(operation: ServedOperation, role: Role, scene: Scene, requests: InvalidRequest[]) {
      const before = await fingerprint(site.pool);
      let last: WireRequest | undefined;
      for (const request of requests) {
        counts.invalid++;
        const { reply, options, where } = await send(operation, role, scene, request);
        last = options;
        if (reply.statusCode < 400)
          note('negative_data_rejection', where, options, `${request.fault}: ${reply.statusCode}`);
      }
      const changed = changedTables(before, await fingerprint(site.pool));
      const where = `${operation.operationId} as ${role}`;
      if (changed.length > 0) note('nothing_left_behind', where, last, changed.join(', '));
      for (const held of await heldResources(site.pool, site.deps.config.poolSize))
        note('nothing_held', where, undefined, held);
    },

    async sendValid(operation: ServedOperation, role: Role, { scene: first, count, make }: ValidRun) {
      const isPrivileged = role === 'session' || !operation.security?.length;
      for (let sent = 0; sent < count;) {
        const scene = sent === 0 ? first : await nextScene(operation, role);
        const refused: FuzzRequest[] = [];
        for (const request of make(scene, sent)) {
          sent++;
          const { reply, options, where } = await send(operation, role, scene, request);
          const isDone = reply.statusCode < 300;
          if (isDone) done.add(operation.operationId);
          else refused.push(request);
          if (isPrivileged && !operation.path.endsWith('/webhook') && reply.statusCode !== 429) {
            counts.wellFormed++;
            if (isFormRefusal(reply))
              note('positive_data_acceptance', where, options, reply.body.slice(0, 300));
            else counts.accepted++;
          }
          if (isDone && DESTRUCTIVE.has(operation.operationId)) {
            await checkUseAfterFree(operation, scene, where, options);
            break;
          }
        }
        await refuseAgain(operation, role, scene, refused);
        await site.pool.query('DELETE FROM budgets');
      }
    },

    /** Every method that a path does not have is answered with 405 and those that it has. */
    async tryOtherMethods(operations: ServedOperation[]) {
      const byPath = new Map<string, string[]>();
      for (const { path, method } of operations) byPath.set(path, [...(byPath.get(path) ?? []), method]);
      for (const [path, methods] of byPath)
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const) {
          if (methods.includes(method)) continue;
          const url = path.replaceAll(/\{\w+\}/g, '1');
          const reply = await site.inject({ method, url });
          counts.requests++;
          const allowed = String(reply.headers['allow'])
            .split(', ')
            .filter((each) => each !== 'HEAD');
          const others = operations.filter(
            (other) =>
              check.find(other.method, url)?.method === other.method &&
              check.find(other.method, url)?.path === other.path,
          );
          const known = new Set(others.map((other) => other.method));
          if (reply.statusCode !== 405)
            note('unsupported_method', `${method} ${path}`, undefined, String(reply.statusCode));
          else if (allowed.toSorted().join() !== [...known].toSorted().join())
            note('allow_header_conformance', `${method} ${path}`, undefined, String(reply.headers['allow']));
        }
    },

    figure(operations: ServedOperation[]): OperationsFigure {
      times.sort((a, b) => a - b);
      return {
        operations: operations.length,
        requests: counts.requests,
        invalid: counts.invalid,
        broken,
        acceptedShare: counts.accepted / Math.max(1, counts.wellFormed),
        neverDone: operations.map(({ operationId }) => operationId).filter((name) => !done.has(name)),
        p99Ms: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
      };
    },
  };

  async function nextScene(operation: ServedOperation, role: Role): Promise<Scene> {
    const player = await createScene(site, operation);
    return role === 'session' ? player : asVisitor(player);
  }

  /** Sends refused requests again. If nothing happened meanwhile, all are refused and the database is as before. */
  async function refuseAgain(operation: ServedOperation, role: Role, scene: Scene, requests: FuzzRequest[]) {
    if (requests.length === 0) return;
    const before = await fingerprint(site.pool);
    let last: WireRequest | undefined;
    for (const request of requests) {
      const { reply, options } = await send(operation, role, scene, request);
      // more may be known by now, for example a key that was used
      if (reply.statusCode < 400) return;
      last = options;
    }
    const changed = changedTables(before, await fingerprint(site.pool));
    if (changed.length > 0)
      note(
        'nothing_left_behind',
        `${operation.operationId} as ${role}, well formed`,
        last,
        changed.join(', '),
      );
  }

  /** A bearer whose session was ended opens nothing. */
  async function checkUseAfterFree(
    operation: ServedOperation,
    { headers }: Scene,
    where: string,
    options: WireRequest,
  ) {
    if (!['signOut', 'deleteAccount'].includes(operation.operationId) || !headers['authorization']) return;
    const reply = await site.get('/api/v1/user', { authorization: headers['authorization'] });
    if (reply.statusCode !== 401) note('use_after_free', where, options, String(reply.statusCode));
  }
}

const isFormRefusal = (reply: LightMyRequestResponse) =>
  reply.statusCode >= 400 && FORM_CODES.has(reply.json<{ code: string }>().code);

/** A 503 with one of the codes that say why. */
const isStated = (reply: LightMyRequestResponse) =>
  reply.statusCode === 503 &&
  ['busy', 'readOnly', 'paymentUnavailable'].includes(reply.json<{ code: string }>().code);

/** Asks; of a stream of events only the beginning is read. */
async function ask(
  site: TestApp,
  { operationId }: ServedOperation,
  options: WireRequest,
): Promise<LightMyRequestResponse> {
  if (operationId !== 'live') return site.app.inject(options);
  const reply = await site.app.inject({ ...options, payloadAsStream: true });
  if (reply.statusCode !== 200) {
    const chunks: Buffer[] = [];
    for await (const chunk of reply.stream()) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    return Object.assign(reply, { body, json: () => JSON.parse(body) as never });
  }
  reply.stream().destroy();
  reply.raw.res.destroy();
  return Object.assign(reply, { body: '' });
}
