import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { PicturePicker } from '../pictures/PicturePicker.tsx';
import pictureStyles from '../pictures/Pictures.module.css';
import { shortName } from '../pictures/pictureNames.ts';
import { Thumbnail } from '../pictures/Thumbnail.tsx';
import { useDraftField, useDraftOnPage } from './draftContext.ts';
import styles from './Form.module.css';
import { InputRow } from './InputRow.tsx';

interface PictureInputProps {
  path: FieldPath;
  label: string;
  /** Allowed kinds of pictures, for example `items`. */
  kinds: readonly string[];
  /** Whether the field holds only the name, without the kind. */
  isShort?: boolean | undefined;
}

/** A picture with a button that opens the picker. */
export function PictureInput({ path, label, kinds, isShort }: PictureInputProps) {
  const { t } = useTranslation('operatorCatalogue');
  const { pictures } = useDraftOnPage();
  const { value, set, error, isNeeded, isReadOnly } = useDraftField(path);
  const [isOpen, setIsOpen] = useState(false);
  const given = typeof value === 'string' ? value : '';
  const name = isShort && given ? `${kinds[0]}/${given}` : given;
  return (
    <InputRow label={label} error={error} isNeeded={isNeeded}>
      {({ id, ...control }) => (
        <span className={pictureStyles.field}>
          <Thumbnail name={name} isThere={pictures.includes(name)} />
          <button
            {...control}
            type="button"
            id={id}
            className={styles.input}
            data-picture
            aria-label={`${label}: ${shortName(name) || t('pictures.none')}`}
            disabled={isReadOnly}
            onClick={() => setIsOpen(true)}
          >
            {shortName(name) || t('pictures.none')}
          </button>
          {isOpen && (
            <PicturePicker
              pictures={pictures}
              kinds={kinds}
              chosen={name}
              onChoose={(chosen) => set(isShort ? shortName(chosen) : chosen)}
              onClose={() => setIsOpen(false)}
            />
          )}
        </span>
      )}
    </InputRow>
  );
}
