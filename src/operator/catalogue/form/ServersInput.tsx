import { useTranslation } from 'react-i18next';
import { Checkbox } from '#/client/ui/inputs/Checkbox.tsx';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import { useDraftField, useDraftOnPage } from './draftContext.ts';
import { useLocalText } from './localText.ts';
import styles from './Form.module.css';

/** Selects the game servers that sell a good. If all are selected, the field is removed. */
export function ServersInput({ path, label }: { path: FieldPath; label: string }) {
  const { t } = useTranslation('operatorCatalogue');
  const textOf = useLocalText();
  const { content } = useDraftOnPage();
  const { value, set, error, isReadOnly } = useDraftField(path, 'all');
  const chosen = Array.isArray(value) ? (value as string[]) : undefined;
  return (
    <fieldset className={styles.localised}>
      <legend>{label}</legend>
      <div className={styles.checks}>
        <Checkbox
          name="all"
          label={t('allServers')}
          checked={!chosen}
          disabled={isReadOnly}
          onCheckedChange={(isAll) => set(isAll ? undefined : content.servers.map(({ key }) => key))}
        />
        {content.servers.map(({ key, name }) => (
          <Checkbox
            key={key}
            name={key}
            label={textOf(name)}
            checked={!chosen || chosen.includes(key)}
            disabled={isReadOnly || !chosen}
            onCheckedChange={(isOn) =>
              set(isOn ? [...(chosen ?? []), key] : (chosen ?? []).filter((other) => other !== key))
            }
          />
        ))}
      </div>
      {error && <span className={styles.error}>{error}</span>}
    </fieldset>
  );
}
