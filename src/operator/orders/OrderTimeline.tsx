import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Happening } from '#/contract/operator/orders.ts';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { Differences } from '../parts/Differences.tsx';
import { useFieldTexts } from '../parts/fieldTexts.ts';
import { Time } from '../parts/Time.tsx';
import styles from './OrderTimeline.module.css';

interface Line {
  tone: 'good' | 'bad' | 'quiet';
  text: string;
  /** Below the text. */
  more?: ReactNode;
}

/** Everything that happened to an order, the oldest first (O10). */
export function OrderTimeline({ lines }: { lines: readonly Happening[] }) {
  const { t } = useTranslation('operator');
  const lineOf = useLines();
  return (
    <section className={styles.timeline}>
      <h2>{t('timeline.title')}</h2>
      <ol>
        {lines.map((line, at) => {
          const { tone, text, more } = lineOf(line);
          return (
            // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added at the end
            <li key={at} data-tone={tone}>
              <span className={styles.when}>
                <Time at={line.at} />
              </span>
              <div className={styles.what}>
                <p>{text}</p>
                {more}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const GOOD: ReadonlySet<string> = new Set(['paid', 'granted', 'done']);
const BAD: ReadonlySet<string> = new Set([
  'review',
  'charged_back',
  'failed',
  'unknown',
  'refundFailed',
  'disputed',
]);
const toneOf = (state: string) => (BAD.has(state) ? 'bad' : GOOD.has(state) ? 'good' : 'quiet');

function useLines(): (line: Happening) => Line {
  const { t } = useTranslation('operator');
  const { known } = useFieldTexts();
  const note = (text: string | null) => (text ? <p className={styles.note}>{text}</p> : undefined);
  return (line) => {
    switch (line.kind) {
      case 'move':
        return {
          tone: toneOf(line.to),
          text: t('timeline.move', {
            state: t(`orderStates.${line.to}`),
            actor: t(`actors.${line.actor as 'site'}`),
          }),
          more: note(line.reason),
        };
      case 'event':
        return {
          tone: line.error ? 'bad' : toneOf(line.event),
          text: t('timeline.event', {
            provider: t(`providers.${line.provider as 'coins'}`),
            event: known(`paymentEvents.${line.event}`) ?? line.event,
            sum: line.currency === 'EUR' ? formatEuro(line.cents) : `${line.cents / 100} ${line.currency}`,
          }),
          more: (
            <>
              {note(line.isProcessed ? null : t('timeline.unprocessed'))}
              {note(line.error)}
            </>
          ),
        };
      case 'refund':
        return {
          tone: line.state === 'failed' ? 'bad' : 'quiet',
          text: t('timeline.refund', { sum: formatEuro(line.cents), state: t(`refundStates.${line.state}`) }),
          more: note(line.error),
        };
      case 'delivery':
        return {
          tone: toneOf(line.to),
          text: t('timeline.delivery', {
            id: line.id,
            code: line.code,
            state: t(`deliveryStates.${line.to as 'done'}`),
          }),
          more: note([line.reason, line.detail].filter(Boolean).join(' · ')),
        };
      case 'mail':
        return {
          tone: line.failedAt ? 'bad' : 'quiet',
          text: t(
            line.failedAt ? 'timeline.mailFailed' : line.sentAt ? 'timeline.mailSent' : 'timeline.mailWaits',
            {
              mail: known(`mails.${line.mail}`) ?? line.mail,
            },
          ),
          more: note(line.error),
        };
      case 'act':
        return {
          tone: 'quiet',
          text: `${line.operator ?? t(`actors.${line.actor as 'site'}`)}: ${known(`acts.${line.act}`) ?? line.act}`,
          more: (
            <>
              {note(line.reason)}
              {(line.before ?? line.after) && (
                <details>
                  <summary>{t('audit.difference')}</summary>
                  <Differences before={line.before ?? {}} after={line.after ?? {}} />
                </details>
              )}
            </>
          ),
        };
    }
  };
}
