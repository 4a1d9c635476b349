import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInForce, UsedIds } from '#/contract/operator/catalogue/drafts.ts';
import type { FieldPath, Mistake } from '#/contract/operator/catalogue/mistake.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { isSamePath, startsWith, valueAt } from './paths.ts';

/** The open draft, for the fields that edit it. */
interface DraftOnPage {
  content: Catalogue;
  mistakes: readonly Mistake[];
  /** Names of all pictures, for example `items/sultan`. */
  pictures: readonly string[];
  /** Cases of the revision in force. */
  casesInForce: readonly CaseInForce[];
  used: UsedIds;
  isReadOnly: boolean;
  /** Sets the value at a path; undefined removes the field. */
  edit: (path: FieldPath, value: unknown) => void;
}

export const DraftContext = createContext<DraftOnPage | null>(null);

/** The draft that the page edits. @throws Error outside of a draft */
export function useDraftOnPage(): DraftOnPage {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('a field of a draft stands outside of it');
  return draft;
}

/**
 * Returns a field of the draft: its value, its setter and its error. An empty field that must be filled in is no error
 * yet: a new entry would be red all over.
 */
export function useDraftField(path: FieldPath, covers: 'itself' | 'all' = 'itself') {
  const { content, edit, mistakes, isReadOnly } = useDraftOnPage();
  const mistakeText = useMistakeText();
  const mistake = mistakes.find((one) =>
    covers === 'all' ? startsWith(one.path, path) : isSamePath(one.path, path),
  );
  const value = valueAt(content, path);
  const isNeeded = mistake !== undefined && isEmpty(value);
  return {
    value,
    set: (next: unknown) => edit(path, next),
    error: mistake && !isNeeded ? mistakeText(mistake) : undefined,
    isNeeded,
    isReadOnly,
  };
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Translates mistakes. An empty field is only asked for. A mistake without a translation uses the shell's sentence.
 */
export function useMistakeText() {
  const { t, i18n } = useTranslation('operatorCatalogue');
  const { content } = useDraftOnPage();
  return ({
    path,
    code,
    values,
    sentence,
  }: {
    path: FieldPath;
    code: string;
    values?: Mistake['values'] | undefined;
    sentence: string;
  }) => {
    if (path.length > 1 && isEmpty(valueAt(content, path))) return t('form.needed');
    return i18n.exists(`operatorCatalogue:mistakes.${code}`)
      ? t(`mistakes.${code as 'missing'}`, values ?? {})
      : sentence;
  };
}
