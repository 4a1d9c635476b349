import type { LightMyRequestResponse } from 'fastify';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { OperatorEndpoint } from '#/contract/operator/people/operatorEndpoint.ts';
import type {
  HistoryReply,
  LedgerLine,
  PlayerReply,
  PlayerLedgerAccount,
} from '#/contract/operator/players.ts';
import { IDEMPOTENCY_HEADER } from '#/contract/page.ts';
import type { TestApp } from '../app/testApp.ts';
import { createOperator, type TestOperator } from './operators.ts';

interface Given {
  preview?: boolean;
  key?: string;
  by?: TestOperator;
}

/** An operator, by default an owner, who looks after players. */
export class PlayerDesk {
  private readonly site: TestApp;
  private operator: TestOperator | undefined;

  constructor(site: TestApp) {
    this.site = site;
  }

  /** Signs in with a fresh code. */
  async signIn(): Promise<void> {
    this.operator = await createOperator(this.site, 'owner');
  }

  /** The owner of the desk. */
  get owner(): TestOperator {
    if (!this.operator) throw new Error('sign in first');
    return this.operator;
  }

  private async read<T>(endpoint: OperatorEndpoint, id: number, query?: Record<string, string>): Promise<T> {
    const answer = await this.owner.browser.call(endpoint, {
      params: { id: String(id) },
      ...(query && { query }),
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  }

  /** The page of a player. */
  show(id: number): Promise<PlayerReply> {
    return this.read(operatorCalls.player, id);
  }

  /** All lines of a ledger account, over all pages, and its balance. */
  async ledger(
    id: number,
    ledgerAccount: PlayerLedgerAccount = 'wallet',
  ): Promise<{ lines: LedgerLine[]; balance: number }> {
    const lines: LedgerLine[] = [];
    let before: number | null = null;
    let balance: number | undefined;
    do {
      const query = { ledgerAccount, ...(before !== null && { before: String(before) }) };
      const page: { lines: LedgerLine[]; balance: number; before: number | null } = await this.read(
        operatorCalls.playerLedger,
        id,
        query,
      );
      balance ??= page.balance;
      lines.push(...page.lines);
      before = page.before;
    } while (before !== null);
    return { lines, balance };
  }

  /** The newest entries of a player's history. */
  async history(id: number): Promise<HistoryReply['entries']> {
    return (await this.read<HistoryReply>(operatorCalls.playerHistory, id)).entries;
  }

  /** Does an act with a player. */
  act(
    endpoint: OperatorEndpoint,
    id: number,
    body: object = {},
    { preview = false, key, by = this.owner }: Given = {},
  ): Promise<LightMyRequestResponse> {
    return by.browser.call(endpoint, {
      params: { id: String(id) },
      body: { reason: 'they asked for it', ...body },
      ...(preview && { suffix: '/preview' as const }),
      ...(key !== undefined && { headers: { [IDEMPOTENCY_HEADER]: key } }),
    });
  }
}
