import { useTranslation } from 'react-i18next';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { CaseInput } from './CaseInput.tsx';
import { useDraftField, useDraftOnPage } from './draftContext.ts';
import type { GrantKind } from './fieldSpec.ts';
import { InputRow } from './InputRow.tsx';
import { ListInput } from './ListInput.tsx';
import { LocalisedInput } from './LocalisedInput.tsx';
import { NumberInput } from './NumberInput.tsx';
import { ParamsInput } from './ParamsInput.tsx';
import { SwitchInput } from './SwitchInput.tsx';
import { TextInput } from './TextInput.tsx';
import styles from './Form.module.css';

/** Initial values of a new grant of each kind. */
const FRESH: Record<GrantKind, object> = {
  coins: { kind: 'coins', coins: 100 },
  premium: { kind: 'premium', days: 30 },
  case: { kind: 'case', caseId: null, count: 1 },
  game: { kind: 'game', code: '', count: 1 },
};

interface GrantsInputProps {
  path: FieldPath;
  label: string;
  kinds: readonly GrantKind[];
}

/** The grants of one piece of a good. */
export function GrantsInput({ path, label, kinds }: GrantsInputProps) {
  const { t } = useTranslation('operatorCatalogue');
  return (
    <ListInput
      path={path}
      label={label}
      renderRow={(row) => <GrantInput path={row} label={t('grants.kind')} kinds={kinds} />}
      fresh={() => FRESH[kinds[0] ?? 'coins']}
      addLabel={t('grants.add')}
      isNeverEmpty
    />
  );
}

/** One grant: its kind and its amount. */
export function GrantInput({
  path,
  label,
  kinds,
  isOptional = false,
}: GrantsInputProps & { isOptional?: boolean }) {
  const { t } = useTranslation('operatorCatalogue');
  const { value, set, error, isReadOnly } = useDraftField(path);
  const { content } = useDraftOnPage();
  const kind = kinds.find((one) => one === (value as { kind?: string } | undefined)?.kind);
  return (
    <div className={styles.fields}>
      <InputRow label={label} error={error} size="small">
        {(control) => (
          <select
            {...control}
            className={styles.input}
            disabled={isReadOnly}
            value={kind ?? ''}
            onChange={({ currentTarget: { value: next } }) => {
              const fresh = FRESH[next as GrantKind];
              set(next === 'case' ? { ...fresh, caseId: content.cases[0]?.id } : fresh);
            }}
          >
            {(isOptional || !kind) && <option value="">{t('grants.nothing')}</option>}
            {kinds.map((one) => (
              <option key={one} value={one}>
                {t(`grants.kinds.${one}`)}
              </option>
            ))}
          </select>
        )}
      </InputRow>
      {kind === 'coins' && <NumberInput path={[...path, 'coins']} label={t('grants.coins')} />}
      {kind === 'premium' && <NumberInput path={[...path, 'days']} label={t('grants.days')} />}
      {kind === 'case' && <CaseInput path={[...path, 'caseId']} label={t('grants.case')} />}
      {kind === 'game' && <TextInput path={[...path, 'code']} label={t('grants.code')} />}
      {(kind === 'case' || kind === 'game') && (
        <NumberInput path={[...path, 'count']} label={t('grants.count')} />
      )}
      {kind === 'game' && (
        <>
          <ParamsInput path={[...path, 'params']} label={t('grants.params')} />
          <SwitchInput path={[...path, 'offline']} label={t('grants.offline')} isOptional />
          <LocalisedInput path={[...path, 'title']} label={t('grants.title')} max={60} isOptional />
        </>
      )}
    </div>
  );
}
