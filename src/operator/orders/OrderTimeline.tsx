import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Happening } from '#/contract/operator/orders.ts';
import { formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { Differences } from '../acts/Differences.tsx';
import { useFieldTexts } from '../acts/fieldTexts.ts';
import { Timeline, type TimelineLine, TimelineNote } from '../parts/Timeline.tsx';

type Line = Omit<TimelineLine, 'kind' | 'at'>;

/** All events of an order, the oldest first (O10). */
export function OrderTimeline({ lines }: { lines: readonly Happening[] }) {
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const lineOf = useLines();
  const shown = lines.map((line): TimelineLine => {
    const { tone, text, more } = lineOf(line);
    return { kind: line.kind, at: line.at, tone, text, more };
  });
  return <Timeline title={t('timeline.title')} lines={shown} />;
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
  const { t } = useTranslation(['operatorOrders', 'operator']);
  const { known } = useFieldTexts();
  const note = (text: string | null) => <TimelineNote text={text} />;
  const lines: LineOf = {
    move: ({ to, actor, reason }) => ({
      tone: toneOf(to),
      text: t('timeline.move', {
        state: t(`orderStates.${to}`),
        actor: t(`operator:actors.${actor as 'site'}`),
      }),
      more: note(known(`operatorOrders:moveReasons.${reason}`) ?? reason),
    }),
    event: ({ provider, event, cents, currency, isProcessed, error }) => ({
      tone: error ? 'bad' : toneOf(event),
      text: t('timeline.event', {
        provider: t(`providers.${provider as 'coins'}`),
        event: known(`operatorOrders:paymentEvents.${event}`) ?? event,
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
      text: (
        <Link to={`/deliveries/${id}`}>
          {t('timeline.delivery', { id, code, state: t(`operator:deliveryStates.${to as 'done'}`) })}
        </Link>
      ),
      more: note([reason, detail].filter(Boolean).join(' · ')),
    }),
    mail: ({ mail, sentAt, failedAt, error }) => ({
      tone: failedAt ? 'bad' : 'quiet',
      text: t(failedAt ? 'timeline.mailFailed' : sentAt ? 'timeline.mailSent' : 'timeline.mailWaits', {
        mail: known(`operatorOrders:mails.${mail}`) ?? mail,
      }),
      more: note(error),
    }),
    act: ({ operator, actor, act, reason, before, after }) => ({
      tone: 'quiet',
      text: `${operator ?? t(`operator:actors.${actor as 'site'}`)}: ${known(`operator:acts.${act}`) ?? act}`,
      more: (
        <>
          {note(reason)}
          {(before ?? after) && (
            <details>
              <summary>{t('operator:audit.difference')}</summary>
              <Differences before={before ?? {}} after={after ?? {}} />
            </details>
          )}
        </>
      ),
    }),
  };
  return (line) => (lines[line.kind] as (line: Happening) => Line)(line);
}
