import * as z from 'zod/mini';
import {
  GAME_BODIES,
  gameBodyMaxBytes,
  type GameCall,
  type GameDelivery,
  type GameResult,
} from '#/contract/game.ts';
import type { ErrorCode } from '#/contract/kernel/errors.ts';
import { signAnswer, signRequest } from '#/server/domain/gameServers/signing.ts';
import { statusOf } from '#/server/platform/kernel/errors.ts';
import type { HttpCall } from './citizen.ts';

export const SECRET = 'a secret of 32 bytes';
export const CONVARS = { onerp_url: 'https://site.example/', onerp_key: 'k_1', onerp_secret: SECRET };

interface Said {
  call: string;
  body: Record<string, unknown>;
}

/** A site that hands out what a test wants, keeps the rules of the wire, and misbehaves on demand. */
export class FakeSite {
  readonly said: Said[] = [];
  readonly results: GameResult[] = [];
  readonly #open = new Map<number, GameDelivery>();
  readonly #ready = new Set<number>();
  #held: (() => void) | undefined;
  #cancel: number[] = [];
  /** All deliveries up to this number are final. */
  settledThrough = 0;
  /** Results of these numbers are refused as badRequest. */
  readonly refused = new Set<number>();
  /** Signed refusals of the next calls of a name. */
  readonly refusals: [call: string, code: ErrorCode][] = [];
  /** Handles a request in place of the usual answer; undefined to answer it as usual. */
  mishap: ((call: string, http: HttpCall, answer: () => string) => boolean) | undefined;
  /** Answers of the calls that are no part of handing over. */
  readonly replies: Record<string, object> = {};

  readonly http = (http: HttpCall): void => {
    const call = http.url.slice('https://site.example/api/game/v1/'.length);
    if (
      http.headers['OneRP-Key'] !== 'k_1' ||
      http.headers['OneRP-Sign'] !== signRequest(SECRET, `/api/game/v1/${call}`, http.data)
    )
      throw new Error(`${call} is not signed`);
    if (Buffer.byteLength(http.data) > gameBodyMaxBytes(call as GameCall))
      throw new Error(`${call} is too large`);
    const body = JSON.parse(http.data) as Record<string, unknown>;
    this.said.push({ call, body });
    const signed = (content: object) => {
      const text = JSON.stringify({ now: Date.now(), ...content });
      return JSON.stringify({
        sign: signAnswer(SECRET, body['instance'] as string, body['seq'] as number, text),
        body: text,
      });
    };
    const answer = () => signed(this.#contentOf(call, body));
    if (this.mishap?.(call, http, answer)) return;
    const refusal = this.refusals.findIndex(([name]) => name === call);
    if (refusal >= 0) {
      const [, code] = this.refusals.splice(refusal, 1)[0]!;
      http.answer(statusOf(code), signed({ error: { code } }));
    } else if (call === 'pull' && this.#isHeld(body)) {
      http.begin();
      this.#held?.();
      this.#held = () => {
        this.#held = undefined;
        http.answer(200, `  ${answer()}`);
      };
    } else {
      const content: { error?: { code: ErrorCode } } = this.#contentOf(call, body);
      http.answer(content.error ? statusOf(content.error.code) : 200, signed(content));
    }
  };

  /** Hands out, or says that a lease has lapsed if the game had it before. */
  deliver(...deliveries: GameDelivery[]): void {
    for (const each of deliveries) {
      this.#open.set(each.no, each);
      this.#ready.add(each.no);
    }
    this.#held?.();
  }

  /** All leases lapse. What is not final comes again. */
  lapse(): void {
    for (const each of this.#open.values()) each.attempt += 1;
    this.deliver(...this.#open.values());
  }

  cancel(no: number): void {
    this.#cancel.push(no);
    this.#held?.();
  }

  /** Ends the poll that is held, as after 25 s. */
  endPoll(): void {
    this.#held?.();
  }

  outcomes(): string[] {
    return this.results.map(({ no, outcome, code }) => `${no} ${code ? `${outcome}:${code}` : outcome}`);
  }

  #isHeld(body: Record<string, unknown>): boolean {
    const { results = [] } = body as { results?: unknown[] };
    const hasWork = this.#ready.size + this.#cancel.length + results.length > 0;
    return !hasWork && body['waitS'] !== 0;
  }

  #contentOf(call: string, body: Record<string, unknown>): object {
    const schema = GAME_BODIES[call as GameCall];
    const parsed = z.safeParse(schema, body);
    const results = (body['results'] ?? []) as GameResult[];
    if (!parsed.success || results.some(({ no }) => this.refused.has(no)))
      return { error: { code: 'badRequest' } };
    if (this.replies[call]) return this.replies[call];
    if (call === 'player') return { error: { code: 'busy' } };
    if (call === 'hello')
      return { server: 'everest', settledThrough: this.settledThrough, waitS: 25, max: 50 };
    if (call !== 'pull' && call !== 'report') return {};
    for (const result of results) {
      this.results.push(result);
      if (result.outcome !== 'saving') this.#open.delete(result.no);
    }
    const answers = results.map(({ no }) => ({ no, as: 'recorded' }));
    if (call === 'report') return { results: answers };
    const isAsking = body['max'] !== 0;
    const deliveries = isAsking ? [...this.#ready].map((no) => this.#open.get(no)) : [];
    if (isAsking) this.#ready.clear();
    const cancel = this.#cancel.splice(0);
    const { settledThrough } = this;
    return { results: answers, deliveries, cancel, settledThrough, more: false, nextInS: 0, rival: null };
  }
}

export const delivery = (no: number, changes: Partial<GameDelivery> = {}): GameDelivery => ({
  no,
  attempt: 1,
  kind: 'give',
  code: 'cash',
  count: 1,
  params: {},
  version: null,
  player: { login: 'vasya', player: 'license2:9f', character: null },
  title: null,
  leaseUntil: 0,
  doubtful: false,
  notGivenThrough: null,
  calledOff: false,
  ...changes,
});
