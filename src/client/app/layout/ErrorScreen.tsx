import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { isChunkFailure } from '#/client/platform/navigation/chunks.ts';
import { NotFound } from './NotFound.tsx';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Roadblock } from './Roadblock.tsx';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';

/**
 * Replaces a page that failed. A chunk that did not load usually means a new release, so the screen offers a reload
 * (E3).
 */
export function ErrorScreen() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const outdated = isChunkFailure(error);
  return (
    <Roadblock
      plate={t('errorScreen.code')}
      title={t(outdated ? 'errorScreen.chunkTitle' : 'errorScreen.title')}
      text={t(outdated ? 'errorScreen.chunkText' : 'errorScreen.text')}
    >
      <Button icon="reload" onClick={() => location.reload()}>
        {t('errorScreen.reload')}
      </Button>
      <ButtonLink variant="secondary" to={inLocale(pageConfig.locale, paths.landing)} reloadDocument>
        {t('errorScreen.home')}
      </ButtonLink>
    </Roadblock>
  );
}
