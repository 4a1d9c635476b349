import { ANSWER_META_NAME, PAGE_CONFIG_ID } from '#/contract/kernel/pageNames.ts';
import { readToken } from './token.ts';

/** Answers that take longer or are older are not used, because the player may have done something since. */
const FRESH_MS = 10_000;

/*
 * The document of some pages runs this file before everything else, so that the answers come while the code of the page is
 * still loading. Elsewhere it does nothing.
 */

/** A successful answer of a call. */
interface EarlyAnswer {
  status: number;
  data: unknown;
}

interface Asked {
  authorization: string;
  atMs: number;
  answer: Promise<EarlyAnswer | undefined>;
}

const asked = new Map<string, Asked>();
/** Path at which the document was opened. */
let openedAt = '';

/** Makes the first calls of a signed-in player's page, as the server listed them (N17). The page repeats what fails. */
export function askEarly(): void {
  const token = readToken();
  const config = document.getElementById(PAGE_CONFIG_ID)?.textContent;
  if (!token || !config) return;
  const { apiBaseUrl, locale } = JSON.parse(config) as { apiBaseUrl: string; locale: string };
  openedAt = location.pathname;
  const id = openedAt.split('/').at(-1) ?? '';
  for (const { content } of document.querySelectorAll<HTMLMetaElement>(`meta[name=${ANSWER_META_NAME}]`)) {
    const path = content.replace('{id}', id);
    const authorization = `Bearer ${token}`;
    const headers = { Authorization: authorization, 'Accept-Language': locale };
    const answer = fetch(apiBaseUrl + path, { headers, signal: AbortSignal.timeout(FRESH_MS) }).then(
      async (reply) => (reply.ok ? { status: reply.status, data: await reply.json() } : undefined),
    );
    asked.set(path, { authorization, atMs: performance.now(), answer: answer.catch(() => undefined) });
  }
}

/**
 * Takes the early answer of a call; each is taken once.
 * @param authorization of the session that asks now
 * @returns undefined if the call was not made early, failed, or is no longer fresh
 */
export async function takeEarly(
  path: string,
  authorization: string | undefined,
): Promise<EarlyAnswer | undefined> {
  const early = asked.get(path);
  asked.delete(path);
  if (!early || early.authorization !== authorization || performance.now() - early.atMs > FRESH_MS)
    return undefined;
  return early.answer;
}

/** Whether the document was opened at this address a moment ago, and has asked for answers that no call has taken yet. */
export function hasEarly({ url }: Request): boolean {
  if (new URL(url).pathname !== openedAt) return false;
  return [...asked.values()].some(({ atMs }) => performance.now() - atMs <= FRESH_MS);
}

/** Forgets all early answers, because an effect may have changed what they say. */
export function forgetEarly(): void {
  asked.clear();
}

if (globalThis.document) askEarly();
