import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { TextLink } from '#/client/ui/navigation/TextLink.tsx';
import { Ticket } from '#/client/ui/surfaces/Ticket.tsx';
import { useSignedIn } from '#/client/domain/queries/player.ts';
import { propPicture } from '#/client/areas/landing/state/props.ts';
import { landingDataQuery } from '#/client/areas/landing/state/queries.ts';
import { revealSteps } from '#/client/areas/landing/state/reveal.ts';
import styles from './Start.module.css';

/**
 * How to start in three steps. The last step shows the address of the chosen server to copy (L3), and leads to the guide
 * to installing the game if the operator gives one (RT15).
 */
export function Start({ chosen }: { chosen: string | undefined }) {
  const { t } = useTranslation('landing');
  const { data } = useQuery(landingDataQuery);
  const isSignedIn = useSignedIn();
  const server =
    data?.servers.find(({ key }) => key === chosen) ?? data?.servers.find(({ address }) => address);
  const to = (path: string) => inLocale(pageConfig.locale, path);
  return (
    <section id="start" className={styles.section} aria-labelledby="start-title">
      <div className="wrap">
        <SectionHeading id="start-title" kicker={t('start.kicker')} title={t('start.title')} />
        <ol className={styles.steps} ref={revealSteps}>
          <Step picture="compass" title={t('start.server.title')} text={t('start.server.text')}>
            <ButtonLink to={to(paths.servers)} variant="secondary" size="small" icon="arrowRight">
              {t('start.server.action')}
            </ButtonLink>
          </Step>
          <Step picture="licence" title={t('start.account.title')} text={t('start.account.text')}>
            <ButtonLink
              to={to(isSignedIn ? paths.cabinet : paths.signUp)}
              variant="secondary"
              size="small"
              icon="arrowRight"
            >
              {t(isSignedIn ? 'start.account.own' : 'start.account.action')}
            </ButtonLink>
          </Step>
          <Step picture="keys" title={t('start.connect.title')} text={t('start.connect.text')}>
            <div className={styles.address}>
              {pageConfig.guideUrl && (
                <TextLink to={pageConfig.guideUrl}>{t('start.connect.guide')}</TextLink>
              )}
              {server?.address && (
                <>
                  <p className="label">{t('start.connect.address', { server: server.name })}</p>
                  <Ticket
                    code={server.address}
                    copyLabel={t('servers.copyAddress')}
                    copiedLabel={t('servers.copied')}
                    isTall
                  />
                </>
              )}
            </div>
          </Step>
        </ol>
      </div>
    </section>
  );
}

interface StepProps {
  picture: string;
  title: string;
  text: string;
  /** Instructions of the step. */
  children: ReactNode;
}

function Step({ picture, title, text, children }: StepProps) {
  return (
    <li className={`cut ${styles.step}`}>
      <div className={styles.picture}>
        <Picture files={propPicture(picture)} loading="lazy" decoding="async" />
      </div>
      <h3>{title}</h3>
      <p className={styles.text}>{text}</p>
      {children}
    </li>
  );
}
