import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  chanceOfRare,
  deviation,
  expectedSwap,
  type OddsItem,
  unswappableShare,
} from '#/contract/operator/catalogue/odds.ts';
import { percentOf, waysOfSale } from '#/contract/operator/catalogue/returns.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { formatCoins, formatEuro, formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { useDraftOnPage } from '../form/draftContext.ts';
import { useLocalText } from '../form/localText.ts';
import { useOddsInForce } from './oddsInForce.ts';
import { formatHundredths, formatPercent } from './formatHundredths.ts';
import { goodOfCase } from './newEntries.ts';
import styles from './Odds.module.css';

const OPENINGS = [1, 10, 100] as const;
const WHOLE = 100_00;
/** Formats hundredths of coins with their unit. */
const inCoins = (hundredths: number): string => `${formatHundredths(hundredths)}\u00A0OC`;

/** Figures of the odds, updated while the operator types: return, margin of each good, chances. */
export function OddsFigures({ at, items }: { at: number; items: readonly OddsItem[] }) {
  const { t } = useTranslation('operatorCatalogue');
  const inForce = useOddsInForce(at);
  const fact = (
    label: string,
    format: (figure: number) => string,
    figure: (of: readonly OddsItem[]) => number,
  ) => {
    const [now, before] = [figure(items), inForce && figure(inForce)];
    return { label, now: format(now), was: before === undefined || before === now ? '' : format(before) };
  };
  const facts = [
    fact(t('odds.expected'), inCoins, expectedSwap),
    fact(t('odds.unswappable'), formatPercent, unswappableShare),
    fact(t('odds.deviation'), inCoins, deviation),
    ...OPENINGS.map((openings) =>
      fact(t('odds.rareIn', { openings: formatNumber(openings) }), formatPercent, (of) =>
        chanceOfRare(of, openings),
      ),
    ),
  ];
  return (
    <div className={styles.figures}>
      <dl className={styles.facts}>
        {facts.map(({ label, now, was }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {now}
              {was && <Was value={was} />}
            </dd>
          </div>
        ))}
      </dl>
      <WaysOfSale at={at} items={items} />
    </div>
  );
}

/** The figure of the revision in force. */
function Was({ value }: { value: string }) {
  const { t } = useTranslation('operatorCatalogue');
  return <small className={styles.was}>{t('odds.was', { value })}</small>;
}

function WaysOfSale({ at, items }: { at: number; items: readonly OddsItem[] }) {
  const { t } = useTranslation('operatorCatalogue');
  const textOf = useLocalText();
  const { content } = useDraftOnPage();
  const caseId = content.cases[at]?.id;
  const ways = caseId === undefined ? [] : readableWays(content, at, items, caseId);
  const inForce = useOddsInForce(at);
  const before = inForce && caseId !== undefined ? readableWays(content, at, inForce, caseId) : [];
  if (ways.length === 0) return <NotSold at={at} />;
  return (
    <table className={styles.ways} aria-label={t('odds.ways')}>
      <thead>
        <tr>
          {(['way', 'price', 'returned', 'margin'] as const).map((column) => (
            <th key={column} scope="col" className="label">
              {t(`odds.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ways.map(({ good, returned }) => {
          const percent = percentOf(returned);
          const old = before.find((way) => way.good.id === good.id);
          const was = old && WHOLE - percentOf(old.returned);
          return (
            <tr key={good.id}>
              <td>{textOf(good.name)}</td>
              <td>{'coins' in good.price ? formatCoins(good.price.coins) : formatEuro(good.price.cents)}</td>
              <td>{formatPercent(percent)}</td>
              <td data-bad={percent >= WHOLE || undefined}>
                {formatPercent(WHOLE - percent)}
                {was !== undefined && was !== WHOLE - percent && <Was value={formatPercent(was)} />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Says that a case has no good with a price, and begins one or leads to the one without a price. */
function NotSold({ at }: { at: number }) {
  const { t } = useTranslation('operatorCatalogue');
  const { content, edit, isReadOnly, used } = useDraftOnPage();
  const [, setSearch] = useSearchParams();
  const file = content.cases[at];
  const begun = content.goods.findIndex(({ caseId }) => caseId === file?.id);
  function sell() {
    if (!file) return;
    if (begun < 0) edit(['goods'], [...content.goods, goodOfCase(content, used, file)]);
    setSearch({ part: 'goods', at: String(begun < 0 ? content.goods.length : begun) });
  }
  return (
    <div className={styles.notSold}>
      <p className={styles.quiet}>{t('odds.notSold')}</p>
      {!isReadOnly && (
        <Button variant="secondary" size="small" icon="plus" onClick={sell}>
          {t('odds.sell')}
        </Button>
      )}
    </div>
  );
}

/** The two figures that stay visible while the operator types tickets: expected swap value and lowest margin. */
export function OddsShort({ at, items }: { at: number; items: readonly OddsItem[] }) {
  const { t } = useTranslation('operatorCatalogue');
  const { content } = useDraftOnPage();
  const caseId = content.cases[at]?.id;
  const ways = caseId === undefined ? [] : readableWays(content, at, items, caseId);
  const most = Math.max(...ways.map(({ returned }) => percentOf(returned)));
  return ways.length === 0
    ? `${t('odds.expected')}: ${inCoins(expectedSwap(items))}`
    : t('odds.short', {
        coins: inCoins(expectedSwap(items)),
        margin: formatPercent(WHOLE - most),
      });
}

/** Lists the goods that sell the case, without those whose numbers are unfinished. */
function readableWays(content: Catalogue, at: number, items: readonly OddsItem[], caseId: number) {
  const isNumber = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
  const goods = content.goods.filter(({ price, grants }) => {
    const sum: unknown = price && ('coins' in price ? price.coins : price.cents);
    const counts = (Array.isArray(grants) ? grants : []).map((grant) =>
      grant.kind === 'case' ? grant.count : grant.kind === 'coins' ? grant.coins : 1,
    );
    return isNumber(sum) && Array.isArray(grants) && counts.every(isNumber);
  });
  const cases = content.cases.map((file, place) =>
    place === at ? Object.assign({}, file, { items }) : Object.assign({}, file, { items: file.items ?? [] }),
  );
  return waysOfSale({ ...content, goods, cases }, caseId);
}
