import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface OpeningPace {
  /** Shortens the spin of openings; the prize is the same. */
  isQuick: boolean;
  setQuick: (isQuick: boolean) => void;
}

/** The player's choice of the spin's length, stored by the browser (R3). */
export const useOpeningPace = create<OpeningPace>()(
  persist((set) => ({ isQuick: false, setQuick: (isQuick) => set({ isQuick }) }), {
    name: 'openingPace',
    version: 1,
    partialize: ({ isQuick }) => ({ isQuick }),
  }),
);
