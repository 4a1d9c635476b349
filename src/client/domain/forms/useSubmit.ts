import { useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { formFailureOf, type FormFailureOptions } from './formFailure.ts';

/**
 * Sends a form, one request at a time: a submit during a request is ignored. Field errors from the server are shown at
 * their fields, and the first such field gets the focus. Everything else becomes a sentence in `failure` (E2).
 * @param options texts of this form for failures
 */
export function useSubmit<V extends FieldValues>(
  form: UseFormReturn<V>,
  options?: Omit<FormFailureOptions, 'fields'>,
) {
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
