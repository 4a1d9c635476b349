import { useTranslation } from 'react-i18next';
import type { Community } from '#/contract/page.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';

const NAMES: Record<keyof Community, string> = { discord: 'Discord', telegram: 'Telegram', video: 'YouTube' };
const PLACES = Object.keys(NAMES) as (keyof Community)[];

/** Links to the places where players meet, in a new tab. Nothing is shown for those that the operator does not give. */
export function CommunityLinks({ className }: { className: string | undefined }) {
  const { t } = useTranslation();
  const { community = {} } = pageConfig;
  const links = PLACES.flatMap((place) => {
    const address = community[place];
    return address ? [{ place, address }] : [];
  });
  if (links.length === 0) return null;
  return (
    <ul className={className} aria-label={t('footer.community')}>
      {links.map(({ place, address }) => (
        <li key={place}>
          <a href={address} target="_blank" rel="noopener noreferrer">
            {NAMES[place]}
            <span className="unseen"> {t('newTab')}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
