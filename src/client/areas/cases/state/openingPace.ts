import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface OpeningPace {
  /** Openings take the short way; what is won is the same. */
  isQuick: boolean;
  setQuick: (isQuick: boolean) => void;
}

/** How much of its way the wheel shows, as the player chose it; the browser remembers (R3). */
export const useOpeningPace = create<OpeningPace>()(
  persist((set) => ({ isQuick: false, setQuick: (isQuick) => set({ isQuick }) }), {
    name: 'openingPace',
    version: 1,
    partialize: ({ isQuick }) => ({ isQuick }),
  }),
);
