import { useTranslation } from 'react-i18next';
import type { DeliveryHappening } from '#/contract/operator/deliveries.ts';
import { Differences } from '../acts/Differences.tsx';
import { useFieldTexts } from '../acts/fieldTexts.ts';
import { Timeline, type TimelineLine, TimelineNote } from '../parts/Timeline.tsx';
import { useDeliveryWords } from './useDeliveryWords.ts';

const TONES: Record<string, TimelineLine['tone']> = { done: 'good', failed: 'bad', unknown: 'bad' };

/** Every transition of a delivery, with its actor, its reason and the game's report. */
export function DeliveryTimeline({ lines }: { lines: readonly DeliveryHappening[] }) {
  const { t } = useTranslation(['operatorGame', 'operator']);
  const { known } = useFieldTexts();
  const { saidOf } = useDeliveryWords();

  function lineOf(line: DeliveryHappening): TimelineLine {
    if (line.kind === 'act')
      return {
        kind: line.kind,
        at: line.at,
        tone: 'quiet',
        text: `${line.operator ?? t('operator:actors.operator')}: ${known(`operator:acts.${line.act}`) ?? line.act}`,
        more: (
          <>
            <TimelineNote text={line.reason} />
            <Differences before={line.before ?? {}} after={line.after ?? {}} />
          </>
        ),
      };
    const { to, actor, operator, reason, attempt, detail } = line;
    const said = actor === 'operator' ? reason : reason && saidOf(reason);
    const tried = to === 'leased' && attempt > 0 && t('deliveries.attemptNo', { no: attempt });
    return {
      kind: line.kind,
      at: line.at,
      tone: TONES[to] ?? 'quiet',
      text: t('deliveries.moveLine', {
        state: t(`operator:deliveryStates.${to as 'done'}`),
        actor: operator ?? t(`operator:actors.${actor as 'site'}`),
      }),
      more: <TimelineNote text={[tried, said, detail].filter(Boolean).join(' · ')} />,
    };
  }

  return <Timeline title={t('deliveries.timeline')} lines={lines.map(lineOf)} />;
}
