import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RARITIES } from '#/contract/cases.ts';
import { TICKETS } from '#/contract/fair.ts';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { type OddsItem, shareOfReturn } from '#/contract/operator/catalogue/odds.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { RarityMark } from '#/client/ui/display/RarityMark.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { useDraftOnPage } from '../form/draftContext.ts';
import { Fields } from '../form/Fields.tsx';
import { useLocalText } from '../form/localText.ts';
import { NumberInput } from '../form/NumberInput.tsx';
import { startsWith, valueAt } from '../form/paths.ts';
import { formatChance, formatPercent } from './formatHundredths.ts';
import { useOddsInForce } from './oddsInForce.ts';
import { ITEM_FIELDS } from './parts.ts';
import { Thumbnail } from '../pictures/Thumbnail.tsx';
import styles from './Odds.module.css';

interface OddsRowProps {
  path: FieldPath;
  items: readonly OddsItem[];
  place: number;
  isLocked: boolean;
  onLock: () => void;
  onRemove: () => void;
}

/** A prize in the table of odds. Its name opens its other fields below. */
export function OddsRow({ path, items, place, isLocked, onLock, onRemove }: OddsRowProps) {
  const { t } = useTranslation('operatorCatalogue');
  const textOf = useLocalText();
  const { content, edit, mistakes, pictures, isReadOnly } = useDraftOnPage();
  const item = items[place]!;
  const row = valueAt(content, path) as { id: number; name: unknown; imageName?: string };
  const picture = `items/${row.imageName ?? ''}`;
  const name = textOf(row.name) || t('odds.unnamed', { id: row.id });
  const isWrong = mistakes.some((mistake) => startsWith(mistake.path, path));
  const [isOpen, setIsOpen] = useState(false);
  const { tickets, isSwapAvailable } = item;
  const inForce = useOddsInForce(Number(path[1]))?.find(({ id }) => id === row.id);
  const was = (now: number, before: number | undefined) =>
    before !== undefined && before !== now ? (
      <small className={styles.was}>{t('odds.was', { value: formatNumber(before) })}</small>
    ) : null;
  return (
    <>
      <tr data-wrong={isWrong || undefined}>
        <td data-column="prize">
          <span className={styles.prize}>
            <Thumbnail name={picture} isThere={pictures.includes(picture)} size="small" />
            <button
              type="button"
              className={styles.opener}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {name}
            </button>
          </span>
        </td>
        <td data-column="rarity" data-label={t('odds.rarity')}>
          <RarityMark
            rarity={RARITIES.includes(item.color) ? item.color : 'simple'}
            label={t(`options.${item.color}`)}
          />
        </td>
        <td data-column="tickets" data-label={t('odds.tickets')}>
          <NumberInput isBare path={[...path, 'tickets']} label={t('odds.ticketsOf', { name })} />
          {was(tickets, inForce?.tickets)}
        </td>
        <td data-column="chance" data-label={t('odds.chance')}>
          {formatChance(tickets)}
        </td>
        <td data-column="oneIn" data-label={t('odds.oneIn')}>
          {tickets > 0 ? formatNumber(Math.round((TICKETS / tickets) * 10) / 10) : '—'}
        </td>
        <td data-column="swap" data-label={t('odds.swap')}>
          <input
            type="checkbox"
            aria-label={t('odds.swapOf', { name })}
            checked={isSwapAvailable}
            disabled={isReadOnly}
            onChange={({ currentTarget }) => edit([...path, 'isSwapAvailable'], currentTarget.checked)}
          />
        </td>
        <td data-column="value" data-label={t('odds.value')}>
          {isSwapAvailable ? (
            <NumberInput isBare path={[...path, 'premiumCoinsPrice']} label={t('odds.valueOf', { name })} />
          ) : (
            '—'
          )}
          {was(
            isSwapAvailable ? item.premiumCoinsPrice : 0,
            inForce && (inForce.isSwapAvailable ? inForce.premiumCoinsPrice : 0),
          )}
        </td>
        <td data-column="share" data-label={t('odds.share')}>
          {formatPercent(shareOfReturn(item, items))}
        </td>
        <td data-column="lock" data-label={t('odds.lock')}>
          <input
            type="checkbox"
            aria-label={t('odds.lockOf', { name })}
            checked={isLocked}
            onChange={onLock}
          />
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.more}>
          <td colSpan={9}>
            <div className={styles.fields}>
              <Fields fields={ITEM_FIELDS} path={path} />
            </div>
            {!isReadOnly && (
              <Button variant="quiet" size="small" onClick={onRemove}>
                {t('odds.remove')}
              </Button>
            )}
          </td>
        </tr>
      )}
    </>
  );
}
