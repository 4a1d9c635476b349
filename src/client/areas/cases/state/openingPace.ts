import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { siteStorage } from '#/client/platform/api/browserStorage.ts';

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
    storage: createJSONStorage(() => siteStorage),
    partialize: ({ isQuick }) => ({ isQuick }),
  }),
);
