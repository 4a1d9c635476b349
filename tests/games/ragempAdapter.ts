import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { GameDelivery, GameResult, PresentPlayer, REJECT_CODES, RETRY_CODES } from '#/contract/game.ts';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

const load = createRequire(import.meta.url);
const file = (name: string) => join(projectRoot, 'src/games/ragemp/onerp', name);

/** A step of a delivery in the ledger of the adapter. */
export interface LedgerEntry {
  no: number;
  state: 'started' | 'open' | 'done' | 'refused';
  attempt?: number | undefined;
  at?: number;
  proof?: string;
  taken?: number;
  fact?: string;
  version?: number;
}

export interface Ledger {
  id: string;
  head: () => number;
  get: (no: number) => LedgerEntry | undefined;
  versionOf: (fact: string) => number;
  write: (entry: LedgerEntry) => void;
  settle: (through: number) => void;
  close: () => void;
}

export type Proof = 'given' | 'notGiven' | 'cannotTell' | { taken: number };
export interface Bridge {
  codes: string[];
  facts: string[];
  proves: string[];
  check: (delivery: GameDelivery) => Promise<object | undefined>;
  apply: (delivery: GameDelivery) => Promise<{ proof?: string; taken?: number }>;
  prove: (delivery: GameDelivery) => Promise<Proof>;
}

/** The parts of the adapter as the game server loads them. */
export const { openLedger } = load(file('core/ledger.js')) as { openLedger: (path: string) => Ledger };
export const { createWork } = load(file('core/work.js')) as {
  createWork: (parts: {
    ledger: Ledger;
    bridge: Bridge;
    report: (result: GameResult) => void;
    log: (line: string) => void;
  }) => {
    take: (deliveries: GameDelivery[]) => void;
    cancel: (numbers: number[]) => void;
    settled: () => Promise<unknown>;
  };
};
interface Presence {
  join: (player: PresentPlayer) => void;
  leave: (name: string) => void;
  hasChanges: () => boolean;
  takeChanges: () => { joined: PresentPlayer[]; left: string[] };
  putBack: (changes: { joined: PresentPlayer[]; left: string[] }) => void;
}
export const { createPresence } = load(file('core/presence.js')) as { createPresence: () => Presence };
export const { startAdapter } = load(file('core/adapter.js')) as {
  startAdapter: (options: object) => { presence: Presence; stop: () => Promise<void> };
};
export const sign = load(file('core/sign.js')) as {
  signRequest: (secret: string, path: string, body: string) => string;
  isSigned: (secret: string, instance: string, seq: number, answer: object) => boolean;
};

interface RagempPlayer {
  id: number;
  name: string;
}
/** The adapter as a game mode sees it. */
export interface RagempServer {
  joined: (player: RagempPlayer, name: string) => void;
  buy: (player: RagempPlayer, wanted: object) => Promise<object>;
  stop: () => Promise<void>;
}
/** The package as a game mode requires it. */
export const ragempPackage = load(file('index.js')) as {
  start: (options: object, events: { add: (name: string, listener: unknown) => void }) => RagempServer;
  sqlBridge: (options: object) => Bridge;
  eventsBridge: (options: object) => Bridge;
  Refused: new (code: (typeof RETRY_CODES)[number] | (typeof REJECT_CODES)[number], why?: string) => Error;
};
const { start } = ragempPackage;
export const { sqlBridge, eventsBridge, Refused } = ragempPackage;
/** Starts the adapter in a game mode in which nothing happens by itself. */
export const startRagemp = (options: object): RagempServer => start(options, { add: () => {} });
