import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogBody, DialogFoot, DialogTitle } from '#/client/ui/feedback/Dialog.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { PictureGrid } from './PictureGrid.tsx';
import { findPictures, uploadKindOf } from './pictureNames.ts';
import { UploadZone } from './UploadZone.tsx';

interface PicturePickerProps {
  /** Names of all pictures, for example `items/sultan`. */
  pictures: readonly string[];
  /** Kinds that the field accepts. */
  kinds: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
  onClose: () => void;
}

/** Dialog to choose an existing picture or to upload a new one. */
export function PicturePicker({ pictures, kinds, chosen, onChoose, onClose }: PicturePickerProps) {
  const { t } = useTranslation(['operatorCatalogue', 'operator']);
  const [search, setSearch] = useState('');
  const { uploaded, ofSite } = findPictures(pictures, kinds, search);
  return (
    <Dialog open width="wide" onClose={onClose} closeLabel={t('operator:act.close')}>
      <DialogBody>
        <DialogTitle>{t('pictures.title')}</DialogTitle>
        <UploadZone kind={uploadKindOf(kinds)} onUploaded={onChoose} />
        <Field
          name="find"
          type="search"
          label={t('pictures.find')}
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
        {uploaded.length > 0 && (
          <PictureGrid label={t('pictures.uploaded')} names={uploaded} chosen={chosen} onChoose={onChoose} />
        )}
        {ofSite.length > 0 && (
          <PictureGrid label={t('pictures.ofSite')} names={ofSite} chosen={chosen} onChoose={onChoose} />
        )}
        {uploaded.length + ofSite.length === 0 && <p>{t('pictures.nothing')}</p>}
        <DialogFoot>
          <Button onClick={onClose}>{t('pictures.done')}</Button>
        </DialogFoot>
      </DialogBody>
    </Dialog>
  );
}
