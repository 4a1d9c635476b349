import { useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api.ts';
import { errorTextOf } from './errorText.ts';

/**
 * Sends a form, one request at a time: a submit while one runs is ignored. What the server finds wrong with a field is
 * shown at it and the first one gets the focus; whatever else goes wrong becomes a sentence in `failure` (E2).
 */
export function useSubmit<V extends FieldValues>(form: UseFormReturn<V>) {
  const running = useRef(false);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string[]>([]);

  async function submit(request: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setIsPending(true);
    setFailure([]);
    try {
      await request();
    } catch (error) {
      showFailure(error);
    } finally {
      running.current = false;
      setIsPending(false);
    }
  }

  function showFailure(error: unknown) {
    const errors = error instanceof ApiError ? error.errors : {};
    // in the order of the form
    const known = Object.keys(form.getValues()).flatMap((name) => {
      const message = errors[name];
      return message ? [{ name: name as FieldPath<V>, message }] : [];
    });
    for (const [index, { name, message }] of known.entries())
      form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
    if (known.length === 0) setFailure([errorTextOf(error)]);
  }

  return { isPending, failure, submit };
}
