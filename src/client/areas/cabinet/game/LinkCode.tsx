import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gameLinkCalls } from '#/contract/calls/gameLink.ts';
import type { LinkCodeReply } from '#/contract/gameLink.ts';
import { call } from '#/client/platform/api/api.ts';
import { formatTime } from '#/client/platform/i18n/formatDate.ts';
import { tuning } from '#/client/platform/theme/tuning.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';
import { FreshForm } from './FreshForm.tsx';
import { gameLinkQuery } from './gameLinkQueries.ts';
import styles from './GameLink.module.css';

/** Makes a code to type in the game (D15). While it is visible, the page polls whether the code was typed. */
export function LinkCode({ server }: { server: string }) {
  const { t } = useTranslation('game');
  const [code, setCode] = useState<LinkCodeReply>();
  useQuery({ ...gameLinkQuery, refetchInterval: code ? tuning.dom.deliveryPollMs : false });
  const command = code && `/onerp ${code.code.replace(/^(.{4})/, '$1-')}`;
  return (
    <div className={styles.words}>
      <h3>{t('link.none.title', { server })}</h3>
      <p>{t('link.none.text', { server })}</p>
      {/* screen readers announce only what changes in a region that was there before */}
      <div aria-live="polite" className={command ? styles.code : 'unseen'}>
        {command && (
          <>
            <code>{command}</code>
            <CopyButton text={command} label={t('link.none.copy')} copiedLabel={t('copied')} />
            <span>{t('link.none.until', { at: formatTime(code.expiresAt) })}</span>
          </>
        )}
      </div>
      <FreshForm onSend={async (body) => setCode(await call(gameLinkCalls.linkCode, { body }))}>
        {({ isPending }) => (
          <div className={styles.actions}>
            <Button type="submit" variant={command ? 'secondary' : 'primary'} icon="keys" busy={isPending}>
              {t(command ? 'link.none.again' : 'link.none.get')}
            </Button>
          </div>
        )}
      </FreshForm>
    </div>
  );
}
