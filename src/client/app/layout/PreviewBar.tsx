import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionCalls } from '#/contract/calls/session.ts';
import type { PageConfig } from '#/contract/page.ts';
import { ApiError, call } from '#/client/platform/api/api.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { formatTime } from '#/client/platform/i18n/formatDate.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import styles from './PreviewBar.module.css';

/**
 * Tells an operator that the pages show a draft of the catalogue, with a button to end the preview (O18). Players
 * never see it.
 */
export function PreviewBar({ draft, until }: NonNullable<PageConfig['preview']>) {
  const { t } = useTranslation();
  const { isPending, run } = useOneRequest();
  useReloadAtEnd();
  const end = () =>
    run(
      async () => {
        await call(sessionCalls.endPreview, {});
        location.reload();
      },
      (error) => notify({ type: 'error', title: errorTextOf(error) }),
    );
  return (
    <section className={styles.bar} aria-label={t('preview.title', { draft })}>
      <p>
        <b>{t('preview.title', { draft })}</b> {t('preview.text', { time: formatTime(until) })}
      </p>
      <span className={styles.acts}>
        {/* not a link of the router, because the operators' pages are a separate program */}
        <a href={`/operator/catalogue/drafts/${draft}`}>{t('preview.back')}</a>
        <Button variant="secondary" size="small" busy={isPending} onClick={() => void end()}>
          {t('preview.end')}
        </Button>
      </span>
    </section>
  );
}

/** Loads the page anew when an answer says that the preview has ended, for example because the draft was published. */
function useReloadAtEnd(): void {
  const queries = useQueryClient().getQueryCache();
  useEffect(() => {
    const reloadIfEnded = () => {
      const hasEnded = queries
        .getAll()
        .some(({ state }) => state.error instanceof ApiError && state.error.code === 'previewEnded');
      if (hasEnded) location.reload();
    };
    reloadIfEnded();
    return queries.subscribe(reloadIfEnded);
  }, [queries]);
}
