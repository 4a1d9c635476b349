import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';

/**
 * A time in the operator's zone; its tooltip has UTC.
 * @param at ISO 8601
 */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {formatDateTime(at, 'short')}
    </time>
  );
}
