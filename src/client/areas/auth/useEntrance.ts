import { useRef, useState } from 'react';
import { storeToken } from '#/client/domain/queries/player.ts';

/**
 * Signs in or up with one request at a time: a submit while one runs is ignored (A2). A success stores the token and
 * reloads the page, which then leads to the cabinet (A5).
 */
export function useEntrance() {
  const running = useRef(false);
  const [isPending, setIsPending] = useState(false);

  async function enter(request: () => Promise<{ token: string }>, onFailure: (error: unknown) => void) {
    if (running.current) return;
    running.current = true;
    setIsPending(true);
    try {
      await storeToken((await request()).token);
      location.reload();
    } catch (error) {
      running.current = false;
      setIsPending(false);
      onFailure(error);
    }
  }

  return { isPending, enter };
}
