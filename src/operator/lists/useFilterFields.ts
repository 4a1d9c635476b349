import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';

/** Converts between a filter and the text of its field. `undefined` marks an invalid text. */
interface Typed {
  shown: (value: string) => string;
  meant: (typed: string) => string | undefined;
}

const AS_IT_IS: Typed = { shown: (value) => value, meant: (typed) => typed };

/**
 * Binds controls to filters. Values that the server would refuse are not sent; the control shows an error instead.
 * @param onChange sets one filter; '' removes it
 * @returns a function that makes the properties of a control
 */
export function useFilterFields<T extends z.ZodMiniObject>(
  schema: T,
  filters: z.output<T>,
  onChange: (name: keyof T['shape'] & string, value: string) => void,
) {
  const { t } = useTranslation('operator');
  const [wrong, setWrong] = useState<string>();
  return (name: keyof T['shape'] & string, { shown, meant }: Typed = AS_IT_IS) => ({
    value: shown((filters as Record<string, string | undefined>)[name] ?? ''),
    error: wrong === name ? t('filters.wrong') : undefined,
    onValueChange: (typed: string) => {
      const value = typed === '' ? '' : meant(typed);
      const isValid =
        value === '' ||
        (value !== undefined && (schema.shape[name] as z.ZodMiniType).safeParse(value).success);
      setWrong((now) => (isValid ? (now === name ? undefined : now) : name));
      if (isValid) onChange(name, value);
    },
  });
}
