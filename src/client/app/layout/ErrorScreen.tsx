import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { isChunkFailure, isChunkGone } from '#/client/platform/navigation/chunks.ts';
import { NotFound } from './NotFound.tsx';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Roadblock } from './Roadblock.tsx';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';

/** Replaces a page that failed, says why, and offers to load it again (E3). */
export function ErrorScreen() {
  const { t } = useTranslation();
  const error = useRouteError();
  const reason = useReason(error);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const { plate, title, text, again } = TEXTS[reason];
  return (
    <Roadblock plate={t(plate)} title={t(title)} text={t(text)}>
      <Button icon="reload" onClick={() => location.reload()}>
        {t(again)}
      </Button>
      <ButtonLink variant="secondary" to={inLocale(pageConfig.locale, paths.landing)} reloadDocument>
        {t('errorScreen.home')}
      </ButtonLink>
    </Roadblock>
  );
}

/** broken: an error of the page; unloaded: a part did not load; outdated: that part is gone, after a new release. */
const TEXTS = {
  broken: {
    plate: 'errorScreen.code',
    title: 'errorScreen.title',
    text: 'errorScreen.text',
    again: 'errorScreen.reload',
  },
  unloaded: {
    plate: 'errorScreen.loadCode',
    title: 'errorScreen.loadTitle',
    text: 'errorScreen.loadText',
    again: 'errorScreen.tryAgain',
  },
  outdated: {
    plate: 'errorScreen.chunkCode',
    title: 'errorScreen.chunkTitle',
    text: 'errorScreen.chunkText',
    again: 'errorScreen.reload',
  },
} as const;

/** Returns why the page failed. The server is asked whether a part that did not load still exists. */
function useReason(error: unknown): keyof typeof TEXTS {
  const [goneWith, setGoneWith] = useState<unknown>();
  const isUnloaded = isChunkFailure(error);
  useEffect(() => {
    if (!isUnloaded) return undefined;
    let isCurrent = true;
    const ask = async () => {
      if ((await isChunkGone(error)) && isCurrent) setGoneWith(error);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [error, isUnloaded]);
  if (!isUnloaded) return 'broken';
  return goneWith === error ? 'outdated' : 'unloaded';
}
