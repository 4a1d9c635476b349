import { useTranslation } from 'react-i18next';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { ChoiceInput } from './ChoiceInput.tsx';
import { useDraftOnPage } from './draftContext.ts';
import { useLocalText } from './localText.ts';

interface CaseInputProps {
  path: FieldPath;
  label: string;
  isOptional?: boolean;
}

/** Selects one of the draft's cases. */
export function CaseInput({ path, label, isOptional }: CaseInputProps) {
  const { t } = useTranslation('operatorCatalogue');
  const textOf = useLocalText();
  const { content } = useDraftOnPage();
  const options = content.cases.map(({ id, name }) => ({ value: String(id), label: textOf(name) }));
  return (
    <ChoiceInput
      path={path}
      label={label}
      options={options}
      isNumber
      noneLabel={isOptional ? t('none') : undefined}
    />
  );
}
