import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { windowStorage } from '#/client/platform/api/browserStorage.ts';

interface CountryDraft {
  /** Where the buyer lives; '' before they chose. */
  country: string;
}

/** The country that a buyer has chosen. It survives a reload and the way back, but not the closing of the window. */
export const useCountryDraft = create<CountryDraft>()(
  persist((): CountryDraft => ({ country: '' }), {
    name: 'buyerCountry',
    storage: createJSONStorage(() => windowStorage),
  }),
);
