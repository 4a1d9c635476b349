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
        {keyed(lines).map(([key, line]) => {
          const { tone, text, more } = lineOf(line);
          return (
            <li key={key} data-tone={tone}>
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

/** Gives every line a key: its kind, its time and how many of these came before. A line between others keeps theirs. */
function keyed(lines: readonly Happening[]): [key: string, line: Happening][] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const same = `${line.kind} ${line.at}`;
    const before = seen.get(same) ?? 0;
    seen.set(same, before + 1);
    return [`${same} ${before}`, line];
  });
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

type LineOf = { [K in Happening['kind']]: (line: Extract<Happening, { kind: K }>) => Line };

function useLines(): (line: Happening) => Line {
  const { t } = useTranslation('operator');
  const { known } = useFieldTexts();
  const note = (text: string | null) => (text ? <p className={styles.note}>{text}</p> : undefined);
  const lines: LineOf = {
    move: ({ to, actor, reason }) => ({
      tone: toneOf(to),
      text: t('timeline.move', { state: t(`orderStates.${to}`), actor: t(`actors.${actor as 'site'}`) }),
      more: note(known(`moveReasons.${reason}`) ?? reason),
    }),
    event: ({ provider, event, cents, currency, isProcessed, error }) => ({
      tone: error ? 'bad' : toneOf(event),
      text: t('timeline.event', {
        provider: t(`providers.${provider as 'coins'}`),
        event: known(`paymentEvents.${event}`) ?? event,
        sum: currency === 'EUR' ? formatEuro(cents) : `${cents / 100} ${currency}`,
      }),
      more: (
        <>
          {note(isProcessed ? null : t('timeline.unprocessed'))}
          {note(error)}
        </>
      ),
    }),
    refund: ({ cents, state, error }) => ({
      tone: state === 'failed' ? 'bad' : 'quiet',
      text: t('timeline.refund', { sum: formatEuro(cents), state: t(`refundStates.${state}`) }),
      more: note(error),
    }),
    delivery: ({ id, code, to, reason, detail }) => ({
      tone: toneOf(to),
      text: t('timeline.delivery', { id, code, state: t(`deliveryStates.${to as 'done'}`) }),
      more: note([reason, detail].filter(Boolean).join(' · ')),
    }),
    mail: ({ mail, sentAt, failedAt, error }) => ({
      tone: failedAt ? 'bad' : 'quiet',
      text: t(failedAt ? 'timeline.mailFailed' : sentAt ? 'timeline.mailSent' : 'timeline.mailWaits', {
        mail: known(`mails.${mail}`) ?? mail,
      }),
      more: note(error),
    }),
    act: ({ operator, actor, act, reason, before, after }) => ({
      tone: 'quiet',
      text: `${operator ?? t(`actors.${actor as 'site'}`)}: ${known(`acts.${act}`) ?? act}`,
      more: (
        <>
          {note(reason)}
          {(before ?? after) && (
            <details>
              <summary>{t('audit.difference')}</summary>
              <Differences before={before ?? {}} after={after ?? {}} />
            </details>
          )}
        </>
      ),
    }),
  };
  return (line) => (lines[line.kind] as (line: Happening) => Line)(line);
}
