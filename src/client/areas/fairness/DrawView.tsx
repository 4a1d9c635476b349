import { useTranslation } from 'react-i18next';
import { drawNo, nonceOf, oddsHash } from '#/contract/fair.ts';
import { formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { Prize } from '#/client/domain/prizes/Prize.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { CopyValue } from '#/client/ui/inputs/CopyValue.tsx';
import { Icon } from '#/client/ui/display/Icon.tsx';
import { NumberStepper } from '#/client/ui/inputs/NumberStepper.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import styles from './DrawView.module.css';
import { ticketSpans } from '#/client/domain/verification/ticketSpans.ts';
import { type RangeItem, TicketRange } from './TicketRange.tsx';
import type { Report } from '#/client/domain/verification/useVerification.ts';
import { isCanonical } from '#/client/domain/verification/verify.ts';

interface DrawViewProps {
  report: Report;
  nonce: number;
  onNonceChange: (nonce: number) => void;
}

/** Most faulty draws that are listed. */
const FAULTS_SHOWN = 12;

/** One verified draw: its ticket on the ruler, its prize, and its numbers to copy. */
export function DrawView({ report, nonce, onNonceChange }: DrawViewProps) {
  const { t } = useTranslation('fairness');
  const { evidence, verdict, file } = report;
  const draw = evidence.draws.find((one) => one.nonce === nonce);
  if (!draw) return null;
  const table = evidence.odds.find(({ text }) => oddsHash(text) === draw.oddsHash && isCanonical(text));
  const itemOf = (id: number): RangeItem & { imageName?: string } =>
    table?.items.find((item) => item.id === id) ?? {
      id,
      name: t('draw.item', { id: String(id) }),
      color: null,
    };
  const ticket = draw.ticket ?? verdict.tickets.get(nonce) ?? null;
  const spans = table ? ticketSpans(table.text) : [];
  const ownerId = spans.find(({ from, to }) => ticket !== null && ticket >= from && ticket <= to)?.itemId;
  const item = itemOf(draw.itemId ?? ownerId ?? 0);
  const recorded = file?.draws.find((one) => one.nonce === nonce);
  const isFaulty = verdict.faultyNonces.includes(nonce);
  const { epoch } = evidence;
  const copy = (what: string) => ({
    label: what,
    copyLabel: t('values.copyNamed', { what }),
    copiedLabel: t('values.copied'),
  });
  return (
    <Panel className={styles.draw} tone="raised" aria-labelledby="draw-title">
      <header className={styles.head}>
        <h2 id="draw-title">{t('draw.title', { no: String(drawNo(nonce)) })}</h2>
        {evidence.draws.length > 1 && (
          <NumberStepper
            name="draw"
            label={t('draw.choose')}
            isLabelUnseen
            value={drawNo(nonce)}
            onValueChange={(no) => onNonceChange(nonceOf(no))}
            min={drawNo(0)}
            max={drawNo(Math.max(...evidence.draws.map((one) => one.nonce)))}
            decreaseLabel={t('draw.previous')}
            increaseLabel={t('draw.next')}
            kindLabel={t('number.nonce')}
          />
        )}
      </header>
      {verdict.faultyNonces.length > 0 && (
        <p className={styles.faults}>
          <Icon name="warning" />
          <span>{t('draw.faulty')}</span>
          {verdict.faultyNonces.slice(0, FAULTS_SHOWN).map((faulty) => (
            <Button
              key={faulty}
              size="small"
              variant={faulty === nonce ? 'secondary' : 'quiet'}
              aria-pressed={faulty === nonce}
              onClick={() => onNonceChange(faulty)}
            >
              {t('draw.no', { no: drawNo(faulty) })}
            </Button>
          ))}
        </p>
      )}
      <div className={styles.result} data-faulty={isFaulty || undefined}>
        {item.imageName !== undefined && item.color && (
          <div className={styles.prize}>
            <Prize prize={{ name: item.name, imageName: item.imageName, color: item.color }} />
          </div>
        )}
        <dl className={styles.facts}>
          <Fact name={t('draw.ticket')} value={ticket === null ? t('draw.secret') : String(ticket)} large />
          {draw.ticket !== null && isFaulty && verdict.tickets.has(nonce) && (
            <Fact name={t('draw.computed')} value={String(verdict.tickets.get(nonce))} large />
          )}
          <Fact name={t('draw.prize')} value={item.id > 0 ? item.name : '—'} />
          {table && table.caseName !== '' && <Fact name={t('draw.case')} value={table.caseName} />}
          {recorded && <Fact name={t('draw.at')} value={formatDateTime(recorded.at)} />}
        </dl>
      </div>
      {spans.length > 0 && <TicketRange spans={spans} itemOf={itemOf} ticket={ticket} />}
      <section aria-labelledby="values-title">
        <h3 id="values-title" className={`label ${styles.small}`}>
          {t('values.title')}
        </h3>
        <dl className={styles.values}>
          <CopyValue
            {...copy(t('values.serverSeed'))}
            value={epoch.serverSeed ?? undefined}
            placeholder={t('values.secret')}
          />
          {epoch.commitment && <CopyValue {...copy(t('values.commitment'))} value={epoch.commitment} />}
          {epoch.anchor && <CopyValue {...copy(t('values.anchor'))} value={epoch.anchor} />}
          <CopyValue {...copy(t('values.clientSeed'))} value={draw.clientSeed} />
          <CopyValue {...copy(t('values.oddsHash'))} value={draw.oddsHash} />
          <CopyValue {...copy(t('values.epoch'))} value={epoch.id} />
          <CopyValue {...copy(t('values.nonce'))} value={String(nonce)} />
          {file && (
            <CopyValue
              {...copy(t('draw.link'))}
              value={location.origin + inLocale(pageConfig.locale, paths.fairDraw(epoch.id, nonce))}
            />
          )}
        </dl>
      </section>
    </Panel>
  );
}

function Fact({ name, value, large = false }: { name: string; value: string; large?: boolean }) {
  return (
    <div data-large={large || undefined}>
      <dt className="label">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
