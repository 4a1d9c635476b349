import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Drop } from '#/contract/cases.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatAgo } from '#/client/platform/i18n/formatAgo.ts';
import { itemImage } from '#/client/platform/media/images.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { cssImage } from '#/client/ui/display/cssImage.ts';
import { Picture } from '#/client/ui/display/Picture.tsx';
import styles from './DropFeed.module.css';
import { RarityMark } from './RarityMark.tsx';

interface DropCardProps {
  drop: Drop;
  nowMs: number;
  /** Whether the card leads to the case in the shop. */
  hasLink: boolean;
}

/** One prize of the feed: what, how rare, of which case, whose and how long ago (FA8). */
export function DropCard({ drop, nowMs, hasLink }: DropCardProps) {
  const { t } = useTranslation('cases');
  const { player, serverName, item, case: box, at } = drop;
  const { picture, rim } = itemImage(item.imageName);
  return (
    <li className={styles.drop} data-rarity={item.color}>
      <span className={styles.art}>
        <Picture files={picture} loading="lazy" decoding="async" />
        {rim && <span style={{ maskImage: cssImage(rim) }} />}
      </span>
      <span className={styles.about}>
        <b>{item.name}</b>
        <RarityMark rarity={item.color} />
        {hasLink ? (
          <Link to={inLocale(pageConfig.locale, paths.donateCase(box.id))}>
            <span className="unseen">{t('feed.of')} </span>
            {box.name}
          </Link>
        ) : null}
        <span className={styles.line}>
          <span>{t('feed.from', { player, server: serverName })}</span>
          <time dateTime={at}>{formatAgo(at, nowMs)}</time>
        </span>
      </span>
    </li>
  );
}
