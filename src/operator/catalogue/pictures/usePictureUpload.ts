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
 * Uploads one picture at a time. An upload ends with the page part that began it, because the place of its picture may be
 * another one later.
 * @param onUploaded called with its name after the list of pictures contains it
 */
export function usePictureUpload(kind: UploadKind, onUploaded: (name: string) => void) {
  const client = useQueryClient();
  const { isPending, run } = useOneRequest();
  const [sentShare, setSentShare] = useState(0);
  const [error, setError] = useState<string>();
  const ended = useRef<AbortController>(null);
  useEffect(() => () => ended.current?.abort(), []);

  function upload(file: File): Promise<void> {
    if (file.size > UPLOAD_MAX_BYTES) {
      setError(errorText('pictureTooLarge'));
      return Promise.resolve();
    }
    return run(
      async () => {
        setError(undefined);
        setSentShare(0);
        const { signal } = (ended.current = new AbortController());
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
