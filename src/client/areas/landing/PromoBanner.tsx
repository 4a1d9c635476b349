import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Promo } from '#/contract/landing.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { PromoScene } from '#/client/stage/index.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { useCopy } from '#/client/ui/inputs/useCopy.ts';
import { type Countdown, usePromo } from '#/client/areas/landing/state/usePromo.ts';
import styles from './PromoBanner.module.css';
import { landingDataQuery } from '#/client/areas/landing/state/queries.ts';

/** The banner of the promotion above the header, until it ends or is closed (L5). */
export function PromoBanner() {
  const { data } = useQuery(landingDataQuery);
  return data?.promo ? <Strip promo={data.promo} /> : null;
}

function Strip({ promo: { title, code, endsAt } }: { promo: Promo }) {
  const { t } = useTranslation('landing');
  const { isShown, left, close } = usePromo(endsAt);
  return (
    <aside
      className={styles.strip}
      aria-label={t('promo.label')}
      data-date={endsAt}
      data-promo={isShown || undefined}
      hidden={!isShown}
    >
      {isShown && left && <PromoScene className={styles.scene} />}
      <Link className={styles.title} to={inLocale(pageConfig.locale, paths.donate)}>
        {title}
      </Link>
      <CodeButton code={code} />
      <Counters left={left} />
      {isShown && left && <p className="unseen">{t('promo.until', { date: formatDateTime(endsAt) })}</p>}
      <button type="button" className={styles.close} aria-label={t('promo.close')} onClick={close}>
        <Icon name="close" />
      </button>
    </aside>
  );
}

function CodeButton({ code }: { code: string }) {
  const { t } = useTranslation('landing');
  const { isCopied, copy } = useCopy(code);
  return (
    <>
      <button
        type="button"
        className={styles.code}
        aria-label={t('promo.copy', { code })}
        data-copied={isCopied || undefined}
        onClick={() => void copy()}
      >
        <span className={styles.codeLabel}>{t('promo.code')}</span> <b>{code}</b>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <output className="unseen">{isCopied && t('promo.copied')}</output>
    </>
  );
}

/** The countdown. Screen readers are told the date instead of a number that changes every second. */
function Counters({ left }: { left: Countdown | null }) {
  const { t } = useTranslation('landing');
  return (
    <span className={styles.counters} data-waiting={!left || undefined} aria-hidden="true">
      {(['days', 'hours', 'minutes', 'seconds'] as const).map((unit) => (
        <span key={unit}>
          {unit === 'days' ? (left?.days ?? 0) : String(left?.[unit] ?? 0).padStart(2, '0')}
          <i>{t(`promo.${unit}`)}</i>
        </span>
      ))}
    </span>
  );
}
