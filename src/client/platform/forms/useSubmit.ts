import { useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { formFailureOf, type FormFailureOptions } from './formFailure.ts';

/** Runs one request at a time: a call during a request is ignored. */
export function useOneRequest() {
  const isRunning = useRef(false);
  const [isPending, setIsPending] = useState(false);

  async function run(request: () => Promise<void>, onFailure: (error: unknown) => void): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsPending(true);
    try {
      await request();
    } catch (error) {
      onFailure(error);
    } finally {
      isRunning.current = false;
      setIsPending(false);
    }
  }

  return { isPending, run };
}

/**
 * Sends a form, one request at a time. Field errors from the server are shown at their fields, and the first such field
 * gets the focus. Everything else becomes a sentence in `failure` (E2).
 * @param options texts of this form for failures
 */
export function useSubmit<V extends FieldValues>(
  form: UseFormReturn<V>,
  options?: Omit<FormFailureOptions, 'fields'>,
) {
  const { isPending, run } = useOneRequest();
  const [failure, setFailure] = useState<string[]>([]);

  const submit = (request: () => Promise<void>): Promise<void> =>
    run(() => {
      setFailure([]);
      return request();
    }, showFailure);

  function showFailure(error: unknown) {
    const { fields, sentences } = formFailureOf(error, {
      ...options,
      fields: Object.keys(form.getValues()),
    });
    for (const [index, { name, message }] of fields.entries())
      form.setError(name as FieldPath<V>, { type: 'server', message }, { shouldFocus: index === 0 });
    setFailure(sentences);
  }

  return { isPending, failure, submit };
}
