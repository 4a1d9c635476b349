import { randomKey } from './randomKey.ts';

/** Sends an effect under the key it hands over. */
export type SendOnce = <T>(request: object, send: (key: string) => Promise<T>) => Promise<T>;

/**
 * Names an effect before it is sent, and keeps the name while nobody knows whether it took place: the same request, sent
 * again after an answer was lost, is the same effect (TRUST.md, Money).
 * @param request what is asked for, without what is new in every try
 */
export function createSendOnce(newKey: () => string = randomKey): SendOnce {
  let unanswered: { key: string; request: string } | null = null;
  return async (request, send) => {
    const text = JSON.stringify(request);
    const attempt = unanswered?.request === text ? unanswered : { key: newKey(), request: text };
    unanswered = attempt;
    try {
      const answer = await send(attempt.key);
      if (unanswered === attempt) unanswered = null;
      return answer;
    } catch (error) {
      if (isRefusal(error) && unanswered === attempt) unanswered = null;
      throw error;
    }
  };
}

/** The server has said that nothing took place. */
export function isRefusal(error: unknown): boolean {
  const { status } = error as { status?: number };
  return status !== undefined && status >= 400 && status < 500;
}
