import { create } from 'zustand';

/** Whether the server has reported that the session is over. The page stays open with its input (O30). */
export const useSessionLost = create<{ isLost: boolean }>(() => ({ isLost: false }));

/** Records that a call was refused because the session is over. */
export function noteSessionLost(): void {
  useSessionLost.setState({ isLost: true });
}

/** Records that the operator has signed in again. */
export function noteSessionBack(): void {
  useSessionLost.setState({ isLost: false });
}
