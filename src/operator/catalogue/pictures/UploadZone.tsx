import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './Pictures.module.css';
import { usePictureUpload } from './usePictureUpload.ts';

const TYPES = ['png', 'jpeg', 'webp', 'avif'].map((type) => `image/${type}`).join(',');

interface UploadZoneProps {
  kind: UploadKind;
  onUploaded: (name: string) => void;
}

/** Accepts a file by click, keyboard or drag and drop, and shows the progress and errors of its upload. */
export function UploadZone({ kind, onUploaded }: UploadZoneProps) {
  const { t } = useTranslation('operatorCatalogue');
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const { upload, isPending, sentShare, error, setError } = usePictureUpload(kind, onUploaded);
  const take = (files: FileList | null) => {
    const [file, another] = files ?? [];
    if (another) setError(t('pictures.one'));
    else if (file) void upload(file);
  };
  const percent = Math.floor(sentShare * 100);
  return (
    <div className={styles.upload}>
      <label
        className={styles.zone}
        data-over={isOver || undefined}
        data-wrong={Boolean(error) || undefined}
        data-busy={isPending || undefined}
      >
        <input
          type="file"
          accept={TYPES}
          className={styles.file}
          disabled={isPending}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setIsOver(false);
            take(event.dataTransfer.files);
          }}
          aria-describedby={`${id}-rules ${id}-error`}
          aria-invalid={Boolean(error)}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // lets the operator choose the same file again after they edited it
            currentTarget.value = '';
          }}
        />
        <Icon name="plus" />
        <span>
          <b>{t('pictures.upload')}</b>
          <span className={styles.quiet}>{` ${t('pictures.drop')}`}</span>
        </span>
        <small id={`${id}-rules`}>{t(kind === 'items' ? 'pictures.rulesItem' : 'pictures.rules')}</small>
        {isPending && <progress className={styles.bar} max={1} value={sentShare} aria-hidden="true" />}
      </label>
      <output className={styles.quiet}>
        {isPending && (sentShare < 1 ? t('pictures.sending', { percent }) : t('pictures.writing'))}
      </output>
      <span id={`${id}-error`} role="alert" className={styles.error}>
        {error}
      </span>
    </div>
  );
}
