import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BATCH_MAX_CODES } from '#/contract/operator/discounts.ts';
import { PURCHASE_TYPES } from '#/contract/shop.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { formatNumber } from '#/client/platform/i18n/formatNumber.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import { Field } from '#/client/ui/inputs/Field.tsx';
import { Select } from '#/client/ui/inputs/Select.tsx';
import { TimeField } from '../acts/TimeField.tsx';
import { discountGoodsQuery } from './discountQueries.ts';
import type { TermField, TypedTerms } from './typedTerms.ts';
import styles from './Discounts.module.css';

interface TermFieldsProps {
  what: 'code' | 'batch';
  typed: TypedTerms;
  /** Error sentences by field. */
  wrong: Partial<Record<TermField, string>>;
  onChange: (changes: Partial<TypedTerms>) => void;
}

/** The terms of a new code or batch. */
export function TermFields({ what, typed, wrong, onChange }: TermFieldsProps) {
  const { t } = useTranslation('operatorDiscounts');
  const time = (name: 'startsAt' | 'endsAt') => ({
    name,
    type: 'datetime-local' as const,
    value: typed[name],
    error: wrong[name],
    onValueChange: (value: string) => onChange({ [name]: value }),
  });
  const text = (name: Exclude<TermField, 'kind' | 'types' | 'goods' | 'startsAt' | 'endsAt'>) => ({
    name,
    value: typed[name],
    error: wrong[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <div className={styles.pair}>
        <Field
          {...text('code')}
          label={t(what === 'code' ? 'list.code' : 'make.prefix')}
          hint={t(what === 'code' ? 'make.codeHint' : 'make.prefixHint')}
        />
        {what === 'batch' && (
          <Field
            {...text('codes')}
            label={t('make.codes')}
            inputMode="numeric"
            hint={t('make.codesHint', { most: formatNumber(BATCH_MAX_CODES) })}
          />
        )}
      </div>
      <div className={styles.pair}>
        <Select
          name="kind"
          label={t('make.kind')}
          options={(['percent', 'fixed'] as const).map((value) => ({
            value,
            label: t(`make.kinds.${value}`),
          }))}
          value={typed.kind}
          onValueChange={(next) => onChange({ kind: next as TypedTerms['kind'] })}
        />
        <Field
          {...text('takes')}
          label={t(typed.kind === 'percent' ? 'make.percent' : 'make.euro')}
          inputMode="decimal"
        />
      </div>
      <fieldset className={styles.types}>
        <legend className="label">{t('make.types')}</legend>
        {PURCHASE_TYPES.map((type) => (
          <Checkbox
            key={type}
            name={type}
            label={t(`types.${type}`)}
            checked={typed.types.includes(type)}
            onCheckedChange={(checked) =>
              onChange({
                types: checked ? [...typed.types, type] : typed.types.filter((one) => one !== type),
              })
            }
          />
        ))}
        <p>{t('make.typesHint')}</p>
      </fieldset>
      <GoodsField chosen={typed.goods} error={wrong.goods} onChange={(goods) => onChange({ goods })} />
      {what === 'code' && (
        <div className={styles.pair}>
          <Field
            {...text('perAccountLimit')}
            label={t('page.perAccount')}
            inputMode="numeric"
            hint={t('make.noLimit')}
          />
          <Field
            {...text('totalLimit')}
            label={t('make.total')}
            inputMode="numeric"
            hint={t('make.noLimit')}
          />
        </div>
      )}
      <div className={styles.pair}>
        <TimeField {...time('startsAt')} label={t('list.begins')} hint={t('make.atOnce')} />
        <TimeField {...time('endsAt')} label={t('list.ends')} hint={t('make.noEnd')} />
      </div>
    </>
  );
}

interface GoodsFieldProps {
  chosen: readonly number[];
  error: string | undefined;
  onChange: (goods: readonly number[]) => void;
}

/** Selects goods one by one. */
function GoodsField({ chosen, error, onChange }: GoodsFieldProps) {
  const { t } = useTranslation(['operatorDiscounts', 'operator']);
  const goods = useQuery(discountGoodsQuery);
  const nameOf = (id: number) =>
    goods.data?.goods.find((good) => good.id === id)?.names[pageConfig.locale] ?? String(id);
  return (
    <div className={styles.goods}>
      <Select
        // resets the control after each choice
        key={chosen.length}
        name="goods"
        label={t('make.goods')}
        placeholder={t('make.goodsAll')}
        hint={t('make.goodsHint')}
        disabled={!goods.data}
        options={(goods.data?.goods ?? [])
          .filter(({ id }) => !chosen.includes(id))
          .map(({ id }) => ({
            value: String(id),
            label: `${nameOf(id)} · ${t('operator:number', { no: id })}`,
          }))}
        value=""
        error={goods.error ? errorTextOf(goods.error) : error}
        onValueChange={(next) => onChange([...chosen, Number(next)])}
      />
      {chosen.map((id) => (
        <Button
          key={id}
          variant="quiet"
          size="small"
          icon="close"
          aria-label={t('make.goodsRemove', { name: nameOf(id) })}
          onClick={() => onChange(chosen.filter((one) => one !== id))}
        >
          {nameOf(id)}
        </Button>
      ))}
    </div>
  );
}
