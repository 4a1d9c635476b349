import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { CaseInput } from './CaseInput.tsx';
import { ChoiceInput } from './ChoiceInput.tsx';
import type { FieldSpec } from './fieldSpec.ts';
import { GrantInput, GrantsInput } from './GrantsInput.tsx';
import { ListInput } from './ListInput.tsx';
import { LocalisedInput } from './LocalisedInput.tsx';
import { NumberInput } from './NumberInput.tsx';
import { PictureInput } from './PictureInput.tsx';
import { PriceInput } from './PriceInput.tsx';
import { ServersInput } from './ServersInput.tsx';
import { SwitchInput } from './SwitchInput.tsx';
import { TextInput } from './TextInput.tsx';
import { WordsInput } from './WordsInput.tsx';
import styles from './Form.module.css';

/** The input controls of an entry, as its part of the catalogue lists them. */
export function Fields({ fields, path }: { fields: readonly FieldSpec[]; path: FieldPath }) {
  return fields.map((field) => (
    <OneField key={field.name} field={field} path={[...path, ...field.name.split('.')]} />
  ));
}

function OneField({ field, path }: { field: FieldSpec; path: FieldPath }): ReactNode {
  const { t, i18n } = useTranslation('operatorCatalogue');
  // its two inputs have labels of their own
  if (field.kind === 'price') return <PriceInput path={path} />;
  const name = field.name.replaceAll('.', '_');
  const label = t(`fields.${name as 'name'}`);
  const hintKey = `operatorCatalogue:hints.${name}`;
  const hint = i18n.exists(hintKey) ? t(`hints.${name as 'slug'}`) : undefined;
  const { isOptional = false, isFixed = false } = field;
  const common = { path, label };
  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          {...common}
          hint={hint}
          max={field.max}
          isLong={field.isLong ?? false}
          isOptional={isOptional}
          isFixed={isFixed}
        />
      );
    case 'date':
      return <TextInput {...common} type="date" />;
    case 'localised':
      return <LocalisedInput {...common} max={field.max} isLong={field.isLong} isOptional={isOptional} />;
    case 'number':
      return (
        <NumberInput {...common} hint={hint} unit={field.unit} isOptional={isOptional} isFixed={isFixed} />
      );
    case 'picture':
      return <PictureInput {...common} kinds={field.kinds} isShort={field.isShort} />;
    case 'switch':
      return <SwitchInput {...common} isOptional={isOptional} />;
    case 'choice':
      return (
        <ChoiceInput
          {...common}
          isFixed={isFixed}
          options={field.options.map((value) => ({ value, label: t(`options.${value as 'goods'}`) }))}
        />
      );
    case 'case':
      return <CaseInput {...common} isOptional={isOptional} />;
    case 'servers':
      return <ServersInput {...common} />;
    case 'words':
      return <WordsInput {...common} />;
    case 'grants':
      return <GrantsInput {...common} kinds={field.kinds} />;
    case 'grant':
      return <GrantInput {...common} kinds={field.kinds} isOptional />;
    default:
      return (
        <ListInput
          {...common}
          renderRow={(row) => (
            <div className={styles.fields}>
              <Fields fields={field.fields} path={row} />
            </div>
          )}
          fresh={field.fresh}
          isOptional={isOptional}
        />
      );
  }
}
