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
      if (isRefusal(error) && unanswered === attempt) unanswered = null;
      throw error;
    }
  };
}

/** Whether the server has answered that the effect did not happen. */
export function isRefusal(error: unknown): boolean {
  const { status } = error as { status?: number };
  return status !== undefined && status >= 400 && status < 500;
}

/** A random key. Unlike crypto.randomUUID it also works without https. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
