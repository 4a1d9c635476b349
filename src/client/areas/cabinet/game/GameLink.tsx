import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gameLinkCalls } from '#/contract/calls/gameLink.ts';
import type { GameLinkReply } from '#/contract/gameLink.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { playerQuery } from '#/client/domain/queries/player.ts';
import { call } from '#/client/platform/api/api.ts';
import { formatDate, formatDateTime } from '#/client/platform/i18n/formatDate.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { useFocusAfter } from '#/client/ui/feedback/useFocusAfter.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { Panel } from '#/client/ui/surfaces/Panel.tsx';
import { FreshForm } from './FreshForm.tsx';
import { gameLinkQuery, publishLink } from './gameLinkQueries.ts';
import styles from './GameLink.module.css';
import { LinkCode } from './LinkCode.tsx';
import { SpendPermit } from './SpendPermit.tsx';

/**
 * The link between the account and a character (D15): a code to type in the game, the question whether the player
 * typed it, and the active link with a button to end it.
 */
export function GameLink({ link }: { link: GameLinkReply }) {
  const { t } = useTranslation('game');
  const { data: player } = useQuery(playerQuery);
  const server = player?.user.serverName ?? link.serverKey;
  const [place, expectChange] = useFocusAfter<HTMLDivElement>(link.state);
  return (
    <div ref={place} tabIndex={-1}>
      <Panel className={styles.link} tone={link.state === 'pending' ? 'lit' : 'panel'}>
        {link.state === 'none' && <LinkCode server={server} />}
        {link.state === 'pending' && <Question link={link} server={server} onSend={expectChange} />}
        {link.state === 'active' && (
          <>
            <Tie link={link} server={server} onSend={expectChange} />
            <SpendPermit />
          </>
        )}
        <output className="unseen">{t(`link.${link.state}.title`, { name: nameOf(link), server })}</output>
      </Panel>
    </div>
  );
}

interface LinkProps {
  link: GameLinkReply;
  server: string;
  /** Called before a request that changes the link. */
  onSend: () => void;
}

const nameOf = ({ characterName, player }: GameLinkReply) => characterName ?? player ?? '';

function Question({ link, server, onSend }: LinkProps) {
  const { t } = useTranslation(['game', 'common']);
  const client = useQueryClient();
  const { isPending, run } = useOneRequest();
  const [isOwn, setIsOwn] = useState<boolean>();
  const answer = (answered: boolean) =>
    run(
      async () => {
        setIsOwn(answered);
        onSend();
        const endpoint = answered ? gameLinkCalls.confirmLink : gameLinkCalls.refuseLink;
        publishLink(client, await call(endpoint, { body: { id: link.id ?? 0 } }));
      },
      (error) => {
        notify({ type: 'error', title: t('common:toast.error'), description: errorTextOf(error) });
        void client.invalidateQueries({ queryKey: gameLinkQuery.queryKey });
      },
    );
  return (
    <div className={styles.words}>
      <h3>{t('link.pending.title', { name: nameOf(link), server })}</h3>
      <p>{t('link.pending.text')}</p>
      <div className={styles.actions}>
        <Button busy={isPending && isOwn === true} onClick={() => void answer(true)}>
          {t('link.pending.yes')}
        </Button>
        <Button variant="secondary" busy={isPending && isOwn === false} onClick={() => void answer(false)}>
          {t('link.pending.no')}
        </Button>
      </div>
    </div>
  );
}

function Tie({ link, server, onSend }: LinkProps) {
  const { t } = useTranslation('game');
  const client = useQueryClient();
  const [isEnding, setIsEnding] = useState(false);
  const [heading, expectChange] = useFocusAfter<HTMLHeadingElement>(isEnding);
  const turn = (next: boolean) => {
    expectChange();
    setIsEnding(next);
  };
  return (
    <div className={styles.words}>
      <h3 ref={heading} tabIndex={-1}>
        {t('link.active.title', { name: nameOf(link), server })}
      </h3>
      <p>{link.linkedAt && t('link.active.since', { date: formatDate(link.linkedAt) })}</p>
      {link.heldUntil && <p>{t('link.active.held', { at: formatDateTime(link.heldUntil) })}</p>}
      {isEnding ? (
        <FreshForm
          onSend={async (body) => {
            onSend();
            publishLink(client, await call(gameLinkCalls.endLink, { body }));
          }}
        >
          {({ isPending }) => (
            <>
              <p>{t('link.active.ask')}</p>
              <div className={styles.actions}>
                <Button type="submit" variant="danger" busy={isPending}>
                  {t('link.active.end')}
                </Button>
                <Button variant="quiet" onClick={() => turn(false)}>
                  {t('link.active.keep')}
                </Button>
              </div>
            </>
          )}
        </FreshForm>
      ) : (
        <div className={styles.actions}>
          <Button variant="secondary" size="small" onClick={() => turn(true)}>
            {t('link.active.end')}
          </Button>
        </div>
      )}
    </div>
  );
}
