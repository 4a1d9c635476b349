import { useTranslation } from 'react-i18next';
import {
  type AccountStatistic,
  CASH_BACK_HOLD_DAYS,
  REFERRAL_ACTIVE_DAYS,
  REFERRAL_MIN_PAID_CENTS,
  type ReferralStatus,
} from '#/contract/referral.ts';
import { formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { shopImage } from '#/client/platform/media/images.ts';
import { InfoTip } from '#/client/ui/feedback/InfoTip.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { Plate } from '#/client/ui/surfaces/Plate.tsx';
import { Progress } from '#/client/ui/feedback/Progress.tsx';
import { Ticket } from '#/client/ui/surfaces/Ticket.tsx';
import { Invitation } from './Invitation.tsx';
import styles from './ReferralHead.module.css';
import { ShareInvitation } from './ShareInvitation.tsx';
import { referralRoad } from './referralRoad.ts';

interface ReferralHeadProps {
  data: AccountStatistic & { statuses: readonly ReferralStatus[] };
  /** The player's own promo code; undefined until it is known. */
  code: string | undefined;
}

/** The player's code, the number of players who used it, and the player's rank (C7). */
export function ReferralHead({ data, code }: ReferralHeadProps) {
  const { t } = useTranslation('cabinet');
  const { systemAccountStatistic: statistic, statuses, lastStatus, isLeader, isMediaPartner } = data;
  const { totalReferral, activeReferral } = statistic;
  const { next, missing } = referralRoad(statuses, lastStatus, activeReferral);
  const minimum = formatEuro(REFERRAL_MIN_PAID_CENTS);
  const medal = lastStatus ?? statuses[0];
  return (
    <div className={styles.head}>
      <Panel tone="lit" className={styles.invite}>
        <h2>{t('referral.title')}</h2>
        <p className={styles.text}>{t('referral.text', { days: CASH_BACK_HOLD_DAYS })}</p>
        {code && (
          <div className={styles.code}>
            <Ticket code={code} copyLabel={t('profile.copy')} copiedLabel={t('profile.copied')} />
            <Invitation code={code} />
          </div>
        )}
        {code && <ShareInvitation code={code} />}
        <dl className={styles.counts}>
          <div>
            <dt className="label">
              {t('referral.total')}
              <InfoTip
                label={t('referral.activeAbout')}
                text={t('referral.activeExplained', { days: REFERRAL_ACTIVE_DAYS, sum: minimum })}
              />
            </dt>
            <dd>{formatNumber(totalReferral)}</dd>
          </div>
          <div>
            <dt className="label">{t('referral.active')}</dt>
            <dd>{formatNumber(activeReferral)}</dd>
          </div>
        </dl>
      </Panel>
      <Panel tone="raised" className={styles.rank}>
        <div className={styles.medal} data-none={!lastStatus || undefined}>
          {medal && <Picture files={shopImage(medal.imageName)} decoding="async" />}
        </div>
        <div className={styles.standing}>
          <p className="label">{t('referral.status')}</p>
          <h2>{lastStatus?.name ?? t('referral.noStatus')}</h2>
          <p className={styles.text}>
            {lastStatus
              ? t('referral.cashBack', { percent: lastStatus.cashBackPercent })
              : t('referral.noCashBack')}
          </p>
          {(isLeader || isMediaPartner) && (
            <p className={styles.plates}>
              {isLeader && <Plate code="ONE">{t('referral.leader')}</Plate>}
              {isMediaPartner && <Plate code="TV">{t('referral.mediaPartner')}</Plate>}
            </p>
          )}
        </div>
        {next ? (
          <div className={styles.next}>
            <Progress
              label={t('referral.nextStatus', { name: next.name })}
              value={activeReferral}
              max={next.referralsAmountFrom}
              reading={`${formatNumber(activeReferral)} / ${formatNumber(next.referralsAmountFrom)}`}
              tone="sodium"
              kind="meter"
            />
            <p className={styles.text}>{t('referral.missing', { count: missing })}</p>
          </div>
        ) : (
          <p className={`${styles.next} ${styles.text}`}>{t('referral.top')}</p>
        )}
      </Panel>
    </div>
  );
}
