import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LinkEffect } from '#/contract/kernel/linkEffect.ts';
import type { Verified } from '#/contract/kernel/mailedLink.ts';
import { ApiError } from '#/client/platform/api/api.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { readToken } from '#/client/platform/api/token.ts';
import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import styles from './EmailVerificationPage.module.css';

interface LinkQuestionProps {
  link: LinkEffect;
  isBusy: boolean;
  onPress: () => void;
}

/**
 * Describes the effect of a link, with a button that confirms it. The button has the focus, because the reader came
 * to press it.
 */
export function LinkQuestion({ link, isBusy, onPress }: LinkQuestionProps) {
  const { t } = useTranslation('auth');
  const textId = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const { does, login, email, newEmail = '', character = '', server = '' } = link;
  return (
    <Panel className={styles.block}>
      <Icon name={does === 'notMe' || does === 'undoChange' ? 'badge' : 'envelope'} className={styles.sign} />
      <h1>{t(`verification.ask.${does}.title`)}</h1>
      <p id={textId}>{t(`verification.ask.${does}.text`, { login, email, newEmail, character, server })}</p>
      <Button ref={button} busy={isBusy} aria-describedby={textId} onClick={onPress}>
        {t(`verification.ask.${does}.button`)}
      </Button>
    </Panel>
  );
}

/** The effect of a used link, and links to the next pages. Its title has the focus, so that it is read. */
export function LinkResult({ verified }: { verified: Verified }) {
  const { t } = useTranslation('auth');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const isTakenBack = verified === 'accessRevoked' || verified === 'changeUndone';
  return (
    <Panel className={styles.block} tone="lit">
      <Icon name="checkCircle" className={styles.sign} />
      <h1 ref={title} tabIndex={-1}>
        {t(`verification.${verified}.title`)}
      </h1>
      <p>{t(`verification.${verified}.text`)}</p>
      {isTakenBack ? (
        <ButtonLink to={inLocale(pageConfig.locale, paths.recovery)}>
          {t('verification.toRecovery')}
        </ButtonLink>
      ) : (
        <HomeLink />
      )}
    </Panel>
  );
}

interface LinkFailureProps {
  error: unknown;
  isBusy: boolean;
  onRetry: () => void;
}

/** The reason why a link had no effect. If no answer came, it can be tried again. */
export function LinkFailure({ error, isBusy, onRetry }: LinkFailureProps) {
  const { t } = useTranslation('auth');
  const isUnanswered = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return (
    <Panel className={styles.block} role="alert" data-tone="error">
      <Icon name="warning" className={styles.sign} />
      <h1>{t('verification.failed.title')}</h1>
      <p>{errorTextOf(error)}</p>
      {isUnanswered ? (
        <Button busy={isBusy} icon="reload" onClick={onRetry}>
          {t('verification.retry')}
        </Button>
      ) : (
        <>
          <p>{t('verification.failed.text')}</p>
          <HomeLink />
        </>
      )}
    </Panel>
  );
}

function HomeLink() {
  const { t } = useTranslation('auth');
  const isSignedIn = readToken() !== null;
  return (
    <ButtonLink to={inLocale(pageConfig.locale, isSignedIn ? paths.cabinet : paths.auth)}>
      {t(isSignedIn ? 'verification.toCabinet' : 'verification.toSignIn')}
    </ButtonLink>
  );
}
