import { useTranslation } from 'react-i18next';
import type { ServerInfo } from '#/contract/landing.ts';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { CityMap } from './CityMap.tsx';
import styles from './ServerPanel.module.css';

/**
 * The details of a server: its info points, which appear one after another (L6), and its location on the map (L3).
 */
export function ServerPanel({ server, place }: { server: ServerInfo; place: number }) {
  const { t } = useTranslation('landing');
  const { name, address, district, facts, points } = server;
  return (
    <div className={styles.panel}>
      <ul className={styles.points}>
        {points.map(({ icon, title, text }) => (
          <li key={title} className={`cut ${styles.point}`}>
            <Icon name={icon} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className={`cut ${styles.map}`}>
        <CityMap place={place} />
        <div className={styles.legend}>
          <div>
            <p className={`label ${styles.facts}`}>
              {name} · {facts}
            </p>
            <h3 className={styles.district}>{district}</h3>
            {address && <code className={styles.address}>{address}</code>}
          </div>
          {address ? (
            <CopyButton
              text={address}
              label={t('servers.copyAddress')}
              copiedLabel={t('servers.copied')}
              variant="primary"
            />
          ) : (
            <p className={styles.notOpen}>{t('servers.notOpen')}</p>
          )}
        </div>
      </div>
    </div>
  );
}
