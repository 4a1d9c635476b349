import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PlayerNewsEntry } from '#/contract/kernel/playerNews.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { formatDateTime, formatDay, formatTime } from '#/client/platform/i18n/formatDate.ts';
import { formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { inLocale } from '#/client/platform/navigation/paths.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { newsLook } from './newsLook.ts';
import styles from './News.module.css';

/** An entry: what happened, to what and when, with a link to the page where the player can act. */
export function NewsRow({ entry }: { entry: PlayerNewsEntry }) {
  const { t } = useTranslation('news');
  const { icon, tone, path, link } = newsLook(entry);
  return (
    <li className={styles.row} data-tone={tone} data-unread={entry.isRead ? undefined : entry.id}>
      <Link to={inLocale(pageConfig.locale, path)} className={styles.link}>
        <span className={styles.sign}>
          <Icon name={icon} />
        </span>
        <span className={styles.words}>
          <span className={styles.kind}>
            <Happened entry={entry} />
            {!entry.isRead && <span className={styles.new}>{t('isNew')}</span>}
          </span>
          <span className={styles.what}>
            <Subject entry={entry} />
          </span>
        </span>
        <time dateTime={entry.at} className={styles.time}>
          {formatTime(entry.at)}
        </time>
        <span className={styles.go}>
          {t(`links.${link}`)}
          <Icon name="arrowRight" />
        </span>
      </Link>
    </li>
  );
}

function Happened({ entry }: { entry: PlayerNewsEntry }) {
  const { t } = useTranslation('news');
  if (entry.kind === 'waits') return t(`waits.${entry.why}`);
  if (entry.kind === 'refund') return t(entry.hasFailed ? 'kinds.refundFailed' : 'kinds.refund');
  if (entry.kind === 'promotion') return t(entry.title ? 'kinds.promotion' : 'kinds.kept');
  if (entry.kind === 'terms') return t(entry.isWithdrawn ? 'kinds.termsWithdrawn' : 'kinds.terms');
  return t(`kinds.${entry.kind}`);
}

function Subject({ entry }: { entry: PlayerNewsEntry }) {
  const { t } = useTranslation('news');
  const joined = (...parts: string[]) => parts.filter(Boolean).join('\u00A0· ');
  switch (entry.kind) {
    case 'goods':
    case 'waits': {
      const { title, pieces, server } = entry;
      const named = pieces > 1 ? t('pieces', { title, pieces: formatNumber(pieces) }) : title;
      const others = entry.kind === 'waits' && entry.others > 0;
      return joined(named, others ? t('others', { count: entry.others }) : '', server);
    }
    case 'refund':
      return joined(formatEuro(entry.cents), entry.title, t('order', { number: entry.number }));
    case 'unpaid':
      return joined(entry.title, t('order', { number: entry.number }), t('nothingCharged'));
    case 'friend':
      return entry.player || t('closedFriend');
    case 'reward':
      return entry.title;
    case 'terms':
      return joined(t('from', { day: formatDay(entry.inForceOn) }), entry.text);
    case 'promotion':
  }
  return joined(
    entry.title,
    t('code', { code: entry.code }),
    t('until', { until: formatDateTime(entry.endsAt, 'short') }),
  );
}
