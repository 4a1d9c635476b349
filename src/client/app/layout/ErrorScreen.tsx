import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { isChunkFailure } from './chunks.ts';
import { NotFound } from './NotFound.tsx';
import { pageConfig } from './pageConfig.ts';
import { inLocale, paths } from './paths.ts';
import { Roadblock } from './Roadblock.tsx';
import { Button, ButtonLink } from './ui/Button.tsx';

/** A page that could not be shown. A part that did not load usually means a new release: a reload is offered (E3). */
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
