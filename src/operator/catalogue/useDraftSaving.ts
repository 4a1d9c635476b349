import { useCallback, useEffect, useRef, useState } from 'react';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { callOperator } from '../platform/operatorApi.ts';
import { withValueAt } from './form/paths.ts';

/** Time without input after which a draft is saved, in ms. */
const PAUSE_MS = 800;

/** changed: another operator has saved the draft meanwhile; failed: the next save tries again. */
export type SavingState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'changed';

/**
 * Keeps the input of a draft and saves it after each pause. If another operator has saved the draft meanwhile,
 * nothing is overwritten: the input stays on the page until the operator decides.
 */
export function useDraftSaving(id: string, opened: { content: Catalogue; version: number }) {
  const [content, setContent] = useState(opened.content);
  const [version, setVersion] = useState(opened.version);
  const [state, setState] = useState<SavingState>('saved');
  const [failure, setFailure] = useState<unknown>();
  const latest = useRef({ content, version, saved: content, isSaving: false, isChanged: false });
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const running = useRef<Promise<void>>(undefined);

  const save = useCallback(
    function saveNow(): Promise<void> {
      const now = latest.current;
      clearTimeout(pause.current);
      if (now.isSaving || now.isChanged || now.saved === now.content) return Promise.resolve();
      now.isSaving = true;
      setState('saving');
      const sent = now.content;
      const send = async () => {
        try {
          const body = { version: now.version, content: sent as never };
          const draft = await callOperator(operatorCalls.saveDraft, { params: { id }, body });
          now.version = draft.version;
          now.saved = sent;
          setVersion(draft.version);
          setState(now.content === sent ? 'saved' : 'unsaved');
        } catch (error) {
          now.isChanged = error instanceof ApiError && error.code === 'operatorChanged';
          setState(now.isChanged ? 'changed' : 'failed');
          setFailure(error);
        }
        now.isSaving = false;
        if (now.saved !== sent || now.content === sent) return;
        // the operator typed while the draft was being saved
        clearTimeout(pause.current);
        pause.current = setTimeout(() => void saveNow(), PAUSE_MS);
      };
      running.current = send();
      return running.current;
    },
    [id],
  );

  const edit = useCallback(
    (path: FieldPath, value: unknown) => {
      const now = latest.current;
      now.content = withValueAt(now.content, path, value);
      setContent(now.content);
      if (now.isChanged) return;
      setState('unsaved');
      clearTimeout(pause.current);
      pause.current = setTimeout(() => void save(), PAUSE_MS);
    },
    [save],
  );

  /** Whether the server has all of the input. */
  const isSaved = () => latest.current.saved === latest.current.content;
  /** Saves what is typed, after a save that runs. @returns whether the server has all of it */
  const saveAll = async (): Promise<boolean> => {
    await running.current;
    await save();
    return isSaved();
  };

  /** Saves the page's input over the version that another operator saved. */
  const overwrite = (theirVersion: number): Promise<void> => {
    Object.assign(latest.current, { version: theirVersion, isChanged: false, saved: undefined });
    return save();
  };

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.saved !== latest.current.content) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      // if the operator leaves the page by a link, the input is saved at once
      void save();
    };
  }, [save]);

  return { content, version, state, failure, edit, save, isSaved, saveAll, overwrite };
}
