import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { ChoiceInput } from './ChoiceInput.tsx';
import { useDraftOnPage } from './draftContext.ts';

interface PictureInputProps {
  path: FieldPath;
  label: string;
  /** Kinds of pictures that may stand there, as `items`. */
  kinds: readonly string[];
  /** The field has the name alone, without its kind. */
  isShort?: boolean | undefined;
}

/** A picture of the site by its name. */
export function PictureInput({ path, label, kinds, isShort }: PictureInputProps) {
  const { pictures } = useDraftOnPage();
  const options = pictures
    .filter((name) => kinds.includes(name.split('/')[0] ?? ''))
    .map((name) => (isShort ? name.slice(name.indexOf('/') + 1) : name))
    .map((value) => ({ value, label: value }));
  return <ChoiceInput path={path} label={label} options={options} />;
}
