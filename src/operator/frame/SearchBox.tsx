import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { Hit } from '#/contract/operator/search.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { callOperator } from '../platform/operatorApi.ts';
import { useMay } from '../platform/session.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import styles from './SearchBox.module.css';

/** Pause in typing before the server is asked, in ms. */
const REST_MS = 200;
const SHORTEST = 2;
/** Matches a complete e-mail address. */
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Address of a hit's page. */
const placeOf = ({ kind, id, player }: Hit): string => {
  if (player !== null) return `/players/${player}?tab=draws`;
  if (kind === 'order') return `/orders/${id}`;
  if (kind === 'delivery') return `/deliveries/${id}`;
  if (kind === 'discount') return `/discounts/${id}`;
  return kind === 'discountOrders' ? `/orders?discount=${encodeURIComponent(id)}` : `/players/${id}`;
};

/** What the server finds for a login or another text, or for an e-mail address. */
const hitsQuery = (asked: { login: string } | { email: string }) =>
  queryOptions({
    queryKey: ['search', asked],
    queryFn: ({ signal }) =>
      'email' in asked
        ? callOperator(operatorCalls.searchEmail, { body: asked }, { signal })
        : callOperator(operatorCalls.search, { query: { q: asked.login } }, { signal }),
    retry: false,
  });

/**
 * Finds anything that a player may quote, and opens its page. The key `/` focuses the field. An e-mail address is
 * searched only on Enter, because each such look is audited.
 */
export function SearchBox() {
  const { t } = useTranslation('operator');
  const navigate = useNavigate();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const maySeeEmails = useMay('see.personal');
  const [sentEmail, setSentEmail] = useState<string>();
  const isEmail = maySeeEmails && EMAIL.test(typed.trim());
  // the part after an @ is dropped: it is a server, or part of an e-mail address, which must not be logged
  const typedLogin = typed.trim().replace(/(.)@.*$/, '$1');
  const login = useRested(typedLogin);
  /** Whether the typed text has not been sent to the server yet. */
  const isLate = !isEmail && login !== typedLogin;
  const isAsked = isEmail ? typed.trim() === sentEmail : typedLogin.length >= SHORTEST;
  const found = useQuery({
    ...hitsQuery(isEmail ? { email: sentEmail ?? '' } : { login }),
    enabled: isAsked && !isLate,
    ...(!isEmail && { placeholderData: keepPreviousData }),
  });
  useShortcuts(useMemo(() => ({ '/': () => input.current?.focus() }), []));

  // hits of an earlier text are not offered: Enter would open one of them
  const isFound = isAsked && !isLate && found.data !== undefined && !found.isPlaceholderData;
  const shown = isAsked ? (found.data?.hits ?? []) : [];
  const hits = isFound ? shown : [];
  const isPending = isAsked && !isFound && (isLate || found.isFetching);
  const open = (hit: Hit) => {
    setTyped('');
    input.current?.blur();
    void navigate(placeOf(hit));
  };
  /** Opens the first hit of what is typed as soon as it is found, unless the operator goes on typing. */
  const openFirst = async () => {
    const { hits: first } = await client.fetchQuery(
      hitsQuery(isEmail ? { email: typed.trim() } : { login: typedLogin }),
    );
    const isAwaited = input.current?.value === typed && document.activeElement === input.current;
    if (isAwaited && first[0]) open(first[0]);
  };
  const status = !isAsked
    ? t(isEmail ? 'search.email' : 'search.short')
    : found.error && !isLate
      ? errorTextOf(found.error)
      : found.isFetching || isLate
        ? t('loading')
        : hits.length === 0
          ? t('search.nothing')
          : undefined;

  return (
    <Autocomplete.Root
      items={hits}
      mode="none"
      autoHighlight
      value={typed}
      itemToStringValue={({ words }) => words}
      onValueChange={(next, { reason }) => {
        if (reason !== 'item-press') setTyped(next);
      }}
    >
      <div className={styles.box}>
        <Autocomplete.Input
          ref={input}
          className={styles.input}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          spellCheck={false}
          maxLength={300}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(isPending || (isEmail && !isAsked))) return;
            // keeps the list open for the results
            event.preventBaseUIHandler();
            // a failure is shown by the query of the list
            if (isPending) void openFirst().catch(() => {});
            else setSentEmail(typed.trim());
          }}
        />
        <kbd className={styles.key} aria-hidden="true">
          /
        </kbd>
      </div>
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={6} align="start" className={styles.positioner}>
          <Autocomplete.Popup className={styles.popup} data-idle={typed === '' || undefined}>
            <Autocomplete.Status className={styles.status}>{status}</Autocomplete.Status>
            <Autocomplete.List>
              {(hit: Hit) => (
                <Autocomplete.Item
                  key={`${hit.kind} ${hit.id}`}
                  value={hit}
                  className={styles.item}
                  onClick={() => open(hit)}
                >
                  <HitWords hit={hit} />
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            {isPending && (
              // keeps the height of the list, and cannot be opened
              <div className={styles.earlier} aria-hidden="true">
                {shown.map((hit) => (
                  <div key={`${hit.kind} ${hit.id}`} className={styles.item}>
                    <HitWords hit={hit} />
                  </div>
                ))}
              </div>
            )}
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

function HitWords({ hit }: { hit: Hit }) {
  const { t } = useTranslation('operator');
  return (
    <>
      <span className={styles.kind}>{t(`search.kinds.${hit.kind}`)}</span>
      <span className={styles.words}>
        {hit.words}
        {hit.kind === 'order' && <code>{hit.id}</code>}
      </span>
    </>
  );
}

/** Returns the value after it has not changed for a while. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
