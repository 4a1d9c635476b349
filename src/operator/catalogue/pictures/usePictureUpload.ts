import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { UPLOAD_MAX_BYTES, type UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorText, errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { callOperator } from '../../platform/operatorApi.ts';

/** Time limit of an upload, in ms. A picture of the largest size takes this long on a slow connection. */
const TIMEOUT_MS = 120_000;

/**
 * Uploads one picture at a time. Closing the dialog cancels the upload: the rows may move afterwards, and the picture
 * would land in another one.
 * @param onUploaded called with its name after the list of pictures contains it
 */
export function usePictureUpload(kind: UploadKind, onUploaded: (name: string) => void) {
  const client = useQueryClient();
  const { isPending, run } = useOneRequest();
  const [sentShare, setSentShare] = useState(0);
  const [error, setError] = useState<string>();
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  function upload(file: File): Promise<void> {
    if (file.size > UPLOAD_MAX_BYTES) {
      setError(errorText('pictureTooLarge'));
      return Promise.resolve();
    }
    return run(
      async () => {
        setError(undefined);
        setSentShare(0);
        const { signal } = (controller.current = new AbortController());
        const { name } = await callOperator(
          operatorCalls.uploadPicture,
          { query: { kind } },
          {
            file,
            signal,
            sending: {
              timeout: TIMEOUT_MS,
              onUploadProgress: ({ progress = 0 }) => setSentShare(progress),
            },
          },
        );
        await client.invalidateQueries({ queryKey: ['catalogue'] });
        if (!signal.aborted) onUploaded(name);
      },
      (failure) => setError(errorTextOf(failure)),
    );
  }

  return { upload, isPending, sentShare, error, setError };
}
