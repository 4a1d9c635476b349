import { useTranslation } from 'react-i18next';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { InfoTip } from '#/client/ui/feedback/InfoTip.tsx';
import { Spinner } from '#/client/ui/display/Spinner.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { Chapter, LiveStates, Part, Specimen } from './Specimens.tsx';

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const;

/** Buttons and links. */
export function ActionChapter() {
  const { t } = useTranslation(['common', 'landing', 'cabinet', 'cases']);
  return (
    <Chapter title="Buttons and links">
      {VARIANTS.map((variant) => (
        <Part key={variant} title={`Button, ${variant}`}>
          <LiveStates>
            <Button variant={variant} icon="play">
              {t('landing:hero.play')}
            </Button>
          </LiveStates>
          <Specimen state="disabled">
            <Button variant={variant} icon="play" disabled>
              {t('landing:hero.play')}
            </Button>
          </Specimen>
          <Specimen state="busy">
            <Button variant={variant} icon="play" busy>
              {t('landing:hero.play')}
            </Button>
          </Specimen>
        </Part>
      ))}
      <Part title="Button, sizes and icons" wide>
        <Specimen state="small">
          <Button size="small" icon="signIn">
            {t('header.signIn')}
          </Button>
        </Specimen>
        <Specimen state="medium">
          <Button icon="signIn">{t('header.signIn')}</Button>
        </Specimen>
        <Specimen state="large">
          <Button size="large" icon="unlock">
            {t('cases:case.open')}
          </Button>
        </Specimen>
        <Specimen state="leads on">
          <Button variant="secondary" icon="arrowRight">
            {t('cases:coupons.toCases')}
          </Button>
        </Specimen>
        <Specimen state="no icon">
          <Button variant="secondary">{t('header.signUp')}</Button>
        </Specimen>
        <Specimen state="no icon, busy">
          <Button variant="secondary" busy>
            {t('header.signUp')}
          </Button>
        </Specimen>
        <Specimen state="wide" fill>
          <Button variant="secondary" wide icon="case">
            {t('cabinet:banner.action')}
          </Button>
        </Specimen>
      </Part>
      <Part title="Text link">
        <LiveStates>
          <TextLink to="#kit">{t('notFound.action')}</TextLink>
        </LiveStates>
      </Part>
      <Part title="Copy button, spinner, icon, sign with a text">
        <Specimen state="rest">
          <CopyButton
            text="ONE-1407"
            label={t('cabinet:profile.copy')}
            copiedLabel={t('cabinet:profile.copied')}
          />
        </Specimen>
        <Specimen state="busy">
          <Spinner />
        </Specimen>
        <Specimen state="rest">
          <Icon name="info" />
        </Specimen>
        <LiveStates>
          <InfoTip label={t('cabinet:profile.promoCode')} text={t('cabinet:profile.promoCodeHint')} />
        </LiveStates>
      </Part>
    </Chapter>
  );
}
