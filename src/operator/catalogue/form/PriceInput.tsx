import { useTranslation } from 'react-i18next';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField } from './draftContext.ts';
import { InputRow } from './InputRow.tsx';
import { NumberInput } from './NumberInput.tsx';
import styles from './Form.module.css';

/** A price in euro or in coins, never both. */
export function PriceInput({ path }: { path: FieldPath }) {
  const { t } = useTranslation('operatorCatalogue');
  const { value, set, error, isReadOnly } = useDraftField(path);
  const isCoins = typeof value === 'object' && value !== null && 'coins' in value;
  return (
    <>
      <InputRow label={t('fields.currency')} error={error} size="small">
        {(control) => (
          <select
            {...control}
            className={styles.input}
            disabled={isReadOnly}
            value={isCoins ? 'coins' : 'cents'}
            onChange={({ currentTarget }) => set({ [currentTarget.value]: null })}
          >
            <option value="cents">{t('euro')}</option>
            <option value="coins">{t('coins')}</option>
          </select>
        )}
      </InputRow>
      {isCoins ? (
        <NumberInput key="coins" path={[...path, 'coins']} label={t('fields.priceCoins')} />
      ) : (
        <NumberInput key="cents" path={[...path, 'cents']} label={t('fields.priceEuro')} unit="euro" />
      )}
    </>
  );
}
