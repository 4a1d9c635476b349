import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { saveFile } from '#/client/platform/media/saveFile.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import styles from './Servers.module.css';

/** Games for which the site has an adapter. */
const GAMES = [
  ['fivem', 'FiveM'],
  ['ragemp', 'RAGE MP'],
] as const;

/** Downloads of the adapters, to install on the game servers. */
export function AdapterFiles() {
  const { t } = useTranslation('operatorGame');
  const load = useMutation({
    mutationFn: (id: string) => callOperator(operatorCalls.adapter, { params: { id } }),
    onSuccess: ({ fileName, bytes }) =>
      saveFile(
        fileName,
        'application/zip',
        Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0)!),
      ),
    onError: (error) =>
      notify({ type: 'error', title: t('servers.downloadFailed'), description: errorTextOf(error) }),
  });
  return (
    <section className={styles.part}>
      <h2>{t('servers.adapters')}</h2>
      <p className={styles.note}>{t('servers.adaptersLead')}</p>
      <div className={styles.buttons}>
        {GAMES.map(([game, name]) => (
          <Button
            key={game}
            variant="secondary"
            size="small"
            busy={load.isPending && load.variables === game}
            onClick={() => load.mutate(game)}
          >
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
