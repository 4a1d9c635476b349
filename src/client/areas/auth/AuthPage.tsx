import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { GameServer } from '#/contract/landing.ts';
import { FALLBACK_SERVER_KEY } from '#/contract/kernel/limits.ts';
import { serversQuery } from '#/client/domain/queries/servers.ts';
import { StreetPicture } from '#/client/platform/media/StreetPicture.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Spinner } from '#/client/ui/display/Spinner.tsx';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import styles from './AuthPage.module.css';
import { SignInArea } from './SignInArea.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** Sign in and sign up (RT2). */
export function AuthPage() {
  const { t } = useTranslation('auth');
  const { data, isPending } = useQuery(serversQuery);
  return (
    <section className={styles.scene}>
      <StreetPicture scene="entrance" className={styles.picture} />
      <div className={`wrap ${styles.content}`}>
        <div className={styles.head}>
          <p className={`label ${styles.kicker}`}>{t('kicker')}</p>
          <h1>{t('heading')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
        </div>
        <Panel as="div">
          {isPending ? (
            <output className={styles.waiting}>
              <Spinner />
              <span className="unseen">{t('loading')}</span>
            </output>
          ) : (
            <Entrance servers={data ?? FALLBACK_SERVERS} />
          )}
        </Panel>
      </div>
    </section>
  );
}

/** Offered while the real list cannot be loaded (A1). */
const FALLBACK_SERVERS: GameServer[] = [{ key: FALLBACK_SERVER_KEY, name: 'Everest' }];

function Entrance({ servers }: { servers: readonly GameServer[] }) {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const navigate = useNavigate();
  // any link that names it, such as ?register or ?tab=register (RT2)
  const tab = search.includes('register') ? 'signUp' : 'signIn';
  // with one server there is no choice to make
  const server = servers.length === 1 ? (servers[0]?.key ?? '') : '';
  const Form = tab === 'signUp' ? SignUpForm : SignInArea;
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={[
        { value: 'signIn', label: t('tabs.signIn'), icon: 'signIn' },
        { value: 'signUp', label: t('tabs.signUp'), icon: 'card' },
      ]}
      value={tab}
      onValueChange={(next) =>
        void navigate(
          { search: next === 'signUp' ? '?register' : '' },
          { replace: true, preventScrollReset: true },
        )
      }
    >
      <Form key={tab} servers={servers} server={server} />
    </Tabs>
  );
}
