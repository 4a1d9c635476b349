import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { windowStorage } from '#/client/platform/api/browserStorage.ts';
import { LANGUAGE_LEFT_EVENT } from '#/client/platform/navigation/LanguageSwitch.tsx';

const KEY = 'authDraft';
const text = z.optional(z.string());
/** Fields that are kept; passwords and codes are not. */
const values = z.object({ server: text, loginOrEmail: text, login: text, email: text, promo_code: text });
const stored = z.object({ form: z.enum(['signIn', 'signUp']), values });
type Draft = z.infer<typeof stored>;

/**
 * Stores the input of a form when the visitor changes the language, which loads another document (RT10).
 * @param read returns the form's values
 */
export function useLanguageDraft(form: Draft['form'], read: () => object): void {
  const store = useEffectEvent(() =>
    windowStorage.setItem(KEY, JSON.stringify({ form, values: z.parse(values, read()) })),
  );
  useEffect(() => {
    addEventListener(LANGUAGE_LEFT_EVENT, store);
    return () => removeEventListener(LANGUAGE_LEFT_EVENT, store);
  }, []);
}

/** Returns the input that the form had in the other language, and forgets it: the next visitor must not find it. */
export function takeLanguageDraft(form: Draft['form']): Draft['values'] {
  try {
    const parsed = z.safeParse(stored, JSON.parse(windowStorage.getItem(KEY) ?? 'null'));
    return parsed.success && parsed.data.form === form ? parsed.data.values : {};
  } catch {
    return {};
  } finally {
    forgetLanguageDraft();
  }
}

/** Forgets input that no page has read, because the other document did not come. */
export function forgetLanguageDraft(): void {
  windowStorage.removeItem(KEY);
}
