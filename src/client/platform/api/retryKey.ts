/** Sends an effect under the given key. */
export type SendOnce = <T>(request: object, send: (key: string) => Promise<T>) => Promise<T>;

/**
 * Creates the idempotency key of an effect before it is sent, and keeps it until the outcome is known. So a request
 * that is repeated after a lost answer has its effect only once (ID1).
 * @param request the input, without parts that change with every attempt
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
      if (isDecided(error) && unanswered === attempt) unanswered = null;
      throw error;
    }
  };
}

/** Whether the server has answered that the effect did not happen. */
export function isRefusal(error: unknown): boolean {
  const { status } = error as { status?: number };
  return status !== undefined && status >= 400 && status < 500;
}

/** Refusals that a server gives before it looks at the key: an earlier attempt may still have had its effect. */
const BEFORE_THE_KEY = new Set<number | undefined>([401, 403, 408, 429]);
const isDecided = (error: unknown): boolean =>
  isRefusal(error) && !BEFORE_THE_KEY.has((error as { status?: number }).status);

/** A random key. Unlike crypto.randomUUID it also works without https. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
