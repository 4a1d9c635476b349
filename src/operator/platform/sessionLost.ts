import { create } from 'zustand';

/** Whether the server has said that the session is over. The page stays as it is, with everything typed in it (O30). */
export const useSessionLost = create<{ isLost: boolean }>(() => ({ isLost: false }));

/** Notes that a call was refused for want of a session. */
export function noteSessionLost(): void {
  useSessionLost.setState({ isLost: true });
}

/** Notes that there is a session again. */
export function noteSessionBack(): void {
  useSessionLost.setState({ isLost: false });
}
